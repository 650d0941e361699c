import type { Column as AnyColumn, Query, SQL } from 'drizzle-orm';
import type { Database } from './client.ts';
import { Column, is, Param, Placeholder } from './drizzle.ts';
import { databaseFailure } from './failures.ts';

/** A statement as Drizzle's builders give it. */
export interface Built<Row> {
  toSQL(): Query;
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Row[]> };
}

type Selected = AnyColumn | SQL | SQL.Aliased;
type Values = Readonly<Record<string, unknown>>;
type Decode = (value: unknown) => unknown;

/**
 * A statement that Drizzle builds and the driver keeps prepared. What Drizzle decides anew for each execution, each
 * row and each column (placeholders, decoders, nesting) is decided once. What only reads is asked once more when its
 * connection was lost.
 *
 * @param columns of the result, in the order in which the statement selects them
 */
export function prepared<Row extends object>(
  db: Database,
  columns: Readonly<Record<keyof Row & string, Selected>>,
  built: Built<Row>,
) {
  const { sql, params } = built.toSQL();
  const fill = params.map(filler);
  const names = Object.keys(columns);
  const decoders = Object.values<Selected>(columns).map(decoderOf);
  const client = (db as Database & { $client: Client }).$client;

  const toRow = (values: unknown[]): Row => {
    const row: Record<string, unknown> = {};
    for (let n = 0; n < names.length; n++) {
      const decode = decoders[n];
      const value = values[n];
      row[names[n] as string] = decode && value !== null ? decode(value) : value;
    }
    return row as Row;
  };

  const reads = /^select\b/.test(sql);
  return {
    async execute(values: Values = {}): Promise<Row[]> {
      const given: unknown[] = [];
      for (const one of fill) given.push(one(values));
      const ask = () => client.unsafe(sql, given, { prepare: true }).values();
      const rows = await (reads ? askAgain(ask) : ask());
      const mapped: Row[] = [];
      for (const row of rows) mapped.push(toRow(row));
      return mapped;
    },
  };
}

/** Ended by an administrator, by the server's end, or by the network: not a server that is silent or refuses. */
const lost = new Set(['57P01', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'EPIPE']);

async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (lost.has(databaseFailure(error)?.code ?? '')) return ask();
    throw error;
  }
}

interface Client {
  unsafe(sql: string, params: unknown[], options: { prepare: boolean }): { values(): Promise<unknown[][]> };
}

function filler(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => values[param.name];
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder, value } = param;
    return (values) => encoder.mapToDriverValue(values[value.name]);
  }
  return () => param;
}

/** None where the driver's value is taken as it is. */
function decoderOf(column: Selected): Decode | undefined {
  if (!is(column, Column) || column.mapFromDriverValue === Column.prototype.mapFromDriverValue)
    return undefined;
  return (value) => column.mapFromDriverValue(value);
}
