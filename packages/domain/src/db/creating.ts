import type { Column as AnyColumn, SQL } from 'drizzle-orm';
import { DomainError } from '../errors.ts';
import type { Database } from './client.ts';
import { Column, is, sql } from './drizzle.ts';
import { databaseFailure } from './failures.ts';
import { type Built, prepared } from './prepared.ts';

/** What makes a creation happen once, however often it is asked for: the caller's key for it. */
export interface Once {
  readonly key: string;
  /** Of the body, keyed with a secret: what was sent is not kept. */
  readonly digest: string;
}

type Columns<Row> = Readonly<Record<keyof Row & string, AnyColumn | SQL | SQL.Aliased>>;

const { placeholder } = sql;

/** As what a column of the answer is kept: SQL's own type, or text. */
const typeOf = (column: unknown) => (is(column, Column) ? column.getSQLType() : 'text');

/** SQL with its parameters; placeholders among them are named. */
const statement = <Row>(text: string, params: unknown[]) =>
  ({ toSQL: () => ({ sql: text, params }) }) as unknown as Built<Row>;

/**
 * An insertion that can be asked for with a key. The answer is kept in the same statement as the record, so either both
 * are there or neither; asked again with the same key it is given again, as it was.
 *
 * @param operation names the kind of record; keys belong to a user and an operation
 * @param columns of the answer, in the order in which `insert` returns them
 */
export function creating<Row extends object>(
  db: Database,
  operation: string,
  columns: Columns<Row>,
  insert: Built<Row>,
) {
  const { sql: text, params } = insert.toSQL();
  const names = Object.values(columns).map((_, index) => `c${index}`);
  const types = Object.values(columns).map((column, index) => `c${index} ${typeOf(column)}`);
  const next = params.length;
  const plain = prepared(db, columns, insert);
  const keyed = prepared(
    db,
    columns,
    statement<Row>(
      `with created (${names}) as (${text}), kept as (
        insert into idempotency_keys (user_id, operation, key, digest, answer)
        select $${next + 1}::uuid, '${operation}', $${next + 2}, $${next + 3}, to_jsonb(created) from created)
      select ${names} from created`,
      [...params, placeholder('actor'), placeholder('key'), placeholder('digest')],
    ),
  );
  const kept = prepared(
    db,
    { digest: sql<string>`digest`, ...columns } as Columns<Row & { digest: string }>,
    statement<Row & { digest: string }>(
      `select digest, ${names} from idempotency_keys, jsonb_to_record(answer) as answered(${types})
      where user_id = $1 and operation = '${operation}' and key = $2`,
      [placeholder('actor'), placeholder('key')],
    ),
  );

  /** @throws IDEMPOTENCY_KEY_REUSED where the key was used for something else */
  const again = async (values: Values, once: Once): Promise<Row | undefined> => {
    const [row] = await kept.execute({ ...values, ...once });
    if (!row) return undefined;
    const { digest, ...answer } = row;
    if (digest === once.digest) return answer as unknown as Row;
    throw new DomainError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request: make a new one.',
    );
  };

  return async (values: Values, once?: Once): Promise<Row> => {
    const first = once && (await again(values, once));
    if (first) return first;
    try {
      const [created] = await (once ? keyed : plain).execute({ ...values, ...once });
      return created as Row;
    } catch (error) {
      // The same request at the same moment may have been quicker: in keeping its answer, or in taking the username.
      const lost = databaseFailure(error)?.code === '23505';
      const answer = lost && once && (await again(values, once));
      if (answer) return answer;
      throw error;
    }
  };
}

type Values = Readonly<Record<string, unknown>> & { readonly actor: string };
