import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';
import type { RecordTable } from './crud.ts';
import { getTableName, sql } from './drizzle.ts';
import type { Filters } from './filters.ts';
import { statement } from './statement.ts';

/** What a record's row has besides, where changes are listed. */
export interface Change {
  readonly deletedAt: string | null;
  readonly changedAt: string;
}

const { placeholder } = sql;

/**
 * Seconds after which whatever changes records has ended: PostgreSQL gives up a statement of the service after 9 at most, and a
 * statement is a transaction.
 */
const SETTLED_AFTER_SECONDS = 10;

/**
 * `updated_at` is when a transaction began, so one that is still running may commit changes of before. All that have begun
 * before this moment have ended; those that wait longer, for a standby that confirms them, are looked for.
 */
const untilColumns = {
  until: sql<string>`to_char(least(now() - make_interval(secs => ${sql.raw(String(SETTLED_AFTER_SECONDS))}),
    (select min(xact_start) from pg_stat_activity where datname = current_database() and backend_xid is not null)
    )::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};
const selectUntil = statement(untilColumns, () => sql`select ${untilColumns.until}`);

/** From when on the next list of changes has to tell. */
export async function until(db: Database): Promise<string> {
  const [row] = await selectUntil(db);
  return row?.until as string;
}

/** Those who see only what names them in a column are told too of what named them until it was changed. */
export function changesSince(table: RecordTable, visibleBy?: PgColumn) {
  const since = sql`${placeholder('updatedSince')}::timestamptz`;
  const visible = (column: PgColumn) => {
    const name = sql.raw(`'${column.name}'`);
    return sql`(${column} = ${placeholder('visibleTo')}::uuid or ${table.id} in (select record_id from journal
      where action = 'update' and before ? ${name} and before ->> ${name} = ${placeholder('visibleTo')}::text
        and kind = ${sql.raw(`'${getTableName(table)}'`)} and at >= ${since}))`;
  };
  return {
    columns: {
      deletedAt: sql<
        string | null
      >`to_char(${table.deletedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      changedAt: table.updatedAt,
    },
    filters: (visibleBy ? { visibleTo: visible(visibleBy) } : {}) as Filters,
    since: sql`${table.updatedAt} >= ${since}`,
  };
}
