import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { sql } from './drizzle.ts';

type SumColumns<Name extends string> = { readonly [N in Name as `${N}Count`]: SQL<number> } & {
  readonly [N in Name as `${N}Total`]: SQL<string>;
};
type Sums<Name extends string> = Record<Name, { count: number; total: string }>;

/**
 * Count and total of the rows that meet each condition.
 * @returns the columns of a statement, and what a row of it says; no row says that there is nothing
 */
export function sumsWhere<const Name extends string>(
  value: PgColumn,
  conditions: Readonly<Record<Name, SQL>>,
) {
  const all = Object.entries<SQL>(conditions);
  const columns = Object.fromEntries(
    all.flatMap(([name, condition]) => [
      [`${name}Count`, sql`(count(*) filter (where ${condition}))::integer`],
      [`${name}Total`, sql`coalesce(sum(${value}) filter (where ${condition}), 0)::text`],
    ]),
  ) as SumColumns<Name>;
  const read = (row: Readonly<Record<string, unknown>> | undefined) =>
    Object.fromEntries(
      all.map(([name]) => [name, { count: row?.[`${name}Count`] ?? 0, total: row?.[`${name}Total`] ?? '0' }]),
    ) as Sums<Name>;
  return { columns, read };
}

/** Conditions on a due date, counted from the placeholder `today`. */
export const dueIn = (dueDate: PgColumn) => {
  const day = sql`${sql.placeholder('today')}::date`;
  return {
    overdue: sql`${dueDate} < ${day}`,
    within: (days: number) => sql`${dueDate} between ${day} and ${day} + ${sql.raw(String(days))}`,
  };
};
