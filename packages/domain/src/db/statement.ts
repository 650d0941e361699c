import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';
import { Column, drizzle, is, Param, PgDialect, Placeholder } from './drizzle.ts';
import { databaseFailure } from './failures.ts';

/**
 * Drizzle builds statements; this file sends them, and nothing else does.
 *
 * Of Drizzle it uses: builders without a connection (`drizzle.mock`); the SQL of a builder (`getSQL`) as text and
 * parameters (`PgDialect.sqlToQuery`); parameters that are a `Placeholder`, or a `Param` around one with its column's
 * encoder; and the decoder of a column (`mapFromDriverValue`). Drizzle's own prepared statements would look at each of
 * these at every execution, row and column; here that is done once for each statement.
 */

/** Drizzle's builders. They have no connection: what they build is executed by a {@link statement}. */
export const build = drizzle.mock();

const dialect = new PgDialect();

/** What Drizzle builds: a builder, or a piece of `sql`. */
export type Query = Pick<SQLWrapper, 'getSQL'>;

/** A column, or an expression, whose values are of this type. */
export type ColumnOf<Value> =
  | SQL<Value>
  | SQL.Aliased<Value>
  | (PgColumn & {
      readonly _: {
        readonly data: NonNullable<Value>;
        readonly notNull: null extends Value ? boolean : true;
      };
    });

/** The columns of a result, in the order in which a statement selects them. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: ColumnOf<Row[Name]> };

/** By the names of the placeholders. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Executes one statement. What only reads is asked once more when its connection was lost.
 * @param isKept whether the driver keeps it prepared, on every connection that has executed it; it does unless told not to
 */
export type Statement<Row> = (db: Database, values?: Values, isKept?: boolean) => Promise<Row[]>;

/**
 * A statement with its result. Text, placeholders and decoders are decided at the first use, for all databases.
 * @param columns of the result
 */
export function statement<Row extends object>(columns: Columns<Row>, query: () => Query): Statement<Row> {
  const send = sender(query);
  const toRows = rowsOf(columns);
  return async (db, values, isKept) => toRows(await send(db, values, isKept));
}

const longResult = 20;
/** Makes rows of a result, which is empty afterwards where it is long; see {@link rowOf}. */
export function rowsOf<Row extends object>(columns: Columns<Row>): (result: unknown[][]) => Row[] {
  const toRow = rowOf(columns);
  return (result) => {
    const rows = result.map(toRow);
    // The driver's result is often reachable from its dead objects in V8's old generation: emptied, a long one's values do not
    // have to be copied and promoted before they are freed.
    if (rows.length > longResult) result.length = 0;
    return rows;
  };
}

/** The same without names for the result: the values of each row, as the driver gives them. */
export function sender(query: () => Query): Statement<unknown[]> {
  const prepare = () => {
    const { sql, params } = dialect.sqlToQuery(query().getSQL());
    return { sql, fill: params.map(filler), reads: /^select\b/.test(sql) };
  };
  let prepared: ReturnType<typeof prepare> | undefined;
  return (db, values = {}, isKept = true) => {
    prepared ??= prepare();
    const { sql, fill, reads } = prepared;
    const params = fill.map((valueIn) => valueIn(values));
    const ask = () => db.values(sql, params, isKept);
    return reads ? askAgain(ask) : ask();
  };
}

/**
 * The text of a statement that is executed within another one.
 * @param expression what stands in the place of each placeholder
 */
export function textOf(query: SQL, expression: (placeholder: string) => string): string {
  const { sql, params } = dialect.sqlToQuery(query);
  return sql.replaceAll(/\$(\d+)/g, (_, number) => {
    const param = params[number - 1];
    const placeholder = is(param, Param) ? param.value : param;
    if (!is(placeholder, Placeholder)) throw new Error(`A value in the text of a statement: ${sql}`);
    return expression(placeholder.name);
  });
}

/** Makes a row of its values; any that come after those of `columns` are left out. */
export function rowOf<Row extends object>(columns: Columns<Row>): (values: unknown[]) => Row {
  const names = Object.keys(columns);
  const decoders = Object.values<unknown>(columns).map(decoderOf);
  // A copy has the place of each value in the object itself; one that is added to has them apart, in twice the memory.
  const empty: Record<string, unknown> = JSON.parse(
    `{${names.map((name) => `${JSON.stringify(name)}:null`)}}`,
  );
  return (values) => {
    const row = { ...empty };
    for (let n = 0; n < names.length; n++) {
      const decode = decoders[n];
      const value = values[n];
      row[names[n] as string] = decode && value !== null ? decode(value) : value;
    }
    return row as Row;
  };
}

/** A statement that is built for this one execution; its rows are as the driver gives them. */
export function execute<Row extends object>(db: Database, query: Query): Promise<Row[]> {
  const { sql, params } = dialect.sqlToQuery(query.getSQL());
  return db.execute<Row>(sql, params);
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

function filler(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => values[param.name];
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder, value } = param;
    return (values) => encoder.mapToDriverValue(values[value.name]);
  }
  return () => param;
}

/** None where the driver's value is taken as it is. */
function decoderOf(column: unknown): ((value: unknown) => unknown) | undefined {
  if (!is(column, Column) || column.mapFromDriverValue === Column.prototype.mapFromDriverValue)
    return undefined;
  return (value) => column.mapFromDriverValue(value);
}

const marking = new Set<string>();

/**
 * Writes down that something was used, beside the request: that it fails, or waits for a lock or a standby, concerns nobody.
 * @param id of what was used: one statement at a time is sent for it
 */
export function mark(db: Database, id: string, statement: SQL): void {
  if (marking.has(id)) return;
  marking.add(id);
  execute(db, statement)
    .catch(() => {})
    .finally(() => marking.delete(id));
}
