// What is used of Drizzle; statement.ts says how.
export {
  and,
  asc,
  Column,
  desc,
  eq,
  getTableColumns,
  getTableName,
  is,
  isNotNull,
  isNull,
  or,
  Param,
  Placeholder,
  sql,
} from 'drizzle-orm';
export { readMigrationFiles } from 'drizzle-orm/migrator';
export type { AnyPgColumn } from 'drizzle-orm/pg-core';
export {
  bigint,
  boolean,
  check,
  customType,
  date,
  getTableConfig,
  index,
  integer,
  jsonb,
  numeric,
  PgDialect,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
export { drizzle } from 'drizzle-orm/postgres-js';
