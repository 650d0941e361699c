import { instant, json } from '../db/columns.ts';
import { index, pgTable, primaryKey, sql, text, uuid } from '../db/drizzle.ts';
import { users } from '../users/users.table.ts';
import type { ImportResult, ImportSummary, ReadFile } from './imports.schema.ts';

/** Files that were read. What they would create is kept until it is created, a day at the most. */
export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<ImportSummary['kind']>().notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    /** Null once it is committed. */
    expiresAt: instant('expires_at').default(sql`now() + interval '1 day'`),
    counts: json<ImportSummary['counts']>('counts').notNull(),
    /** How it was read. */
    file: json<ReadFile>('file').notNull(),
    /** The rows as they are answered, each as a line of JSON, and JSON of what they would create; null once it is committed. */
    rows: text('rows'),
    records: text('records'),
    committedAt: instant('committed_at'),
    batch: uuid('batch'),
    result: json<Omit<ImportResult, 'links'> & { readonly usernames?: readonly string[] }>('result'),
    undoneAt: instant('undone_at'),
  },
  (table) => [
    index('imports_user').on(table.userId, table.createdAt, table.id),
    index('imports_order').on(table.createdAt, table.id),
    index('imports_expiry').on(table.expiresAt).where(sql`${table.expiresAt} is not null`),
  ],
);

/** Of records that came from another system: what each is called there, so that none comes twice, also after it was deleted here. */
export const externalIds = pgTable(
  'external_ids',
  {
    source: text('source').notNull(),
    kind: text('kind').notNull(),
    externalId: text('external_id').notNull(),
    /** Of the record. */
    id: uuid('id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.kind, table.externalId] }),
    index('external_ids_record').on(table.id),
  ],
);
