import type { SQL, SQLWrapper } from 'drizzle-orm';
import { typed } from '../db/columns.ts';
import { sql } from '../db/drizzle.ts';
import { explainViolation, periodClosed, type Rules } from '../db/failures.ts';
import { idempotentInserts } from '../db/idempotency.ts';
import { newId } from '../db/new-id.ts';
import { acting, actingAs, type Scope } from '../db/scope.ts';
import { type Columns, statement } from '../db/statement.ts';
import { invalid } from '../errors.ts';
import { withWarnings } from '../values/warnings.ts';
import { today } from '../values/zones.ts';
import { addedToCheques, columns } from './cheques.repo.ts';
import type { Cheque } from './cheques.schema.ts';
import type { ChequeSeries, PlannedCheque } from './series.schema.ts';

const { placeholder } = sql;

const warnings = typed<Cheque['warnings']>('jsonb', sql`cheques.warnings`);
const insertedColumns: Columns<Cheque> = { ...columns, warnings };
const { serial, dueDate, value, description, payee, payeeName, account, accountName } = columns;
const plannedColumns: Columns<PlannedCheque> = {
  ...{ serial, dueDate, value, description, payee, payeeName, account, accountName },
  warnings,
};

/** `with`: what begins with `select` is asked again where a connection is lost. */
const seriesOf = (answered: Readonly<Record<string, SQLWrapper>>, ids: SQL) => sql`
  with series as materialized (
    select (one.cheque).*, one.warnings from add_cheque_series(${ids}, ${placeholder('months')}::integer,
      ${placeholder('firstDueDate')}::date, ${placeholder('value')}::numeric, ${placeholder('description')},
      ${placeholder('payee')}::uuid, ${placeholder('account')}::uuid, ${placeholder('firstSerial')},
      ${placeholder('chequebook')}::uuid, ${acting}, ${placeholder('batch')}::uuid) as one
  ) select ${sql.join(
    Object.values(answered).map((column) => sql`${column}`),
    sql`, `,
  )} from series as cheques`;

const insertSeries = idempotentInserts(
  'cheque_series',
  insertedColumns,
  () => seriesOf(insertedColumns, sql`string_to_array(${placeholder('ids')}, ',')::uuid[]`),
  addedToCheques,
);
const selectPlanned = statement(plannedColumns, () => seriesOf(plannedColumns, sql`null`));

const rules: Rules = {
  DB004: ({ column }) => invalid('UNKNOWN_REFERENCE', [column ?? ''], 'unknown_reference'),
  DB016: ({ detail }) => invalid('VALIDATION', ['chequebook'], 'book_used_up', { left: Number(detail) }),
  DB017: ({ detail }) => invalid('VALIDATION', ['account'], 'invalid_choice', { values: [detail ?? ''] }),
  DB019: (failure) => periodClosed(failure, ['firstDueDate']),
};

/**
 * A cheque for each month, all or none, in the order of their days; of a dry run those that it would make.
 * @throws UNKNOWN_REFERENCE, PERIOD_CLOSED, IDEMPOTENCY_KEY_REUSED; VALIDATION where the chequebook has too few numbers left or is of another account
 */
export async function addSeries(scope: Scope, input: ChequeSeries): Promise<(Cheque | PlannedCheque)[]> {
  const { firstSerial = null, chequebook = null, months, dryRun } = input;
  const on = today(scope.timeZone);
  const values = { ...input, firstSerial, chequebook, today: on, ...actingAs(scope) };
  if (dryRun) {
    const cheques = await explainViolation(selectPlanned(scope.db, { ...values, batch: null }), rules);
    return cheques.map(withWarnings);
  }
  const ids = Array.from({ length: months }, () => newId()).join(',');
  const cheques = await explainViolation(
    insertSeries(scope, { ...values, ids, batch: newId() }, input),
    rules,
  );
  return cheques.map(withWarnings);
}
