import { addedToCheques, columns, serialWarnings } from '../cheques/cheques.repo.ts';
import type { Cheque } from '../cheques/cheques.schema.ts';
import { typed } from '../db/columns.ts';
import { sql } from '../db/drizzle.ts';
import { type DatabaseFailure, explainViolation, periodClosed, type Rules } from '../db/failures.ts';
import { idempotentInsert } from '../db/idempotency.ts';
import { newId } from '../db/new-id.ts';
import { acting, type Scope } from '../db/scope.ts';
import type { Columns } from '../db/statement.ts';
import { DomainError, invalid } from '../errors.ts';
import { issueAt } from '../values/issues.ts';
import { withWarnings } from '../values/warnings.ts';
import { today } from '../values/zones.ts';
import type { ChequeForBills } from './bills.schema.ts';

const { placeholder } = sql;
const paidBills = sql`string_to_array(${placeholder('bills')}, ',')::uuid[]`;

/** Of its serial, and as a bill has them that names the cheque. */
const warnings = typed<Cheque['warnings']>(
  'jsonb',
  sql`(select nullif(jsonb_path_query_array(coalesce(${serialWarnings}, '[]') || jsonb_build_array(
      case when is_other_payee then jsonb_build_object('code', 'other_payee', 'params',
        jsonb_build_object('payeeName', ${columns.payeeName})) end,
      case when total > cheques.value then jsonb_build_object('code', 'more_than_cheque', 'params',
        jsonb_build_object('total', total::text, 'value', cheques.value::text)) end), '$[*] ? (@ != null)'), '[]')
    from (select sum(value) as total, bool_or(payee_id <> cheques.payee_id) as is_other_payee
      from bills where id = any(${paidBills})) as paid)`,
);
const answered: Columns<Cheque> = { ...columns, warnings };

/** `with`: what begins with `select` is asked again where a connection is lost. */
const insertCheque = idempotentInsert(
  'bills_cheque',
  answered,
  () => sql`
    with made as materialized (
      select * from pay_bills(${paidBills}, ${placeholder('id')}::uuid, ${placeholder('serial')}, ${placeholder('dueDate')}::date,
        ${placeholder('value')}::numeric, ${placeholder('description')}, ${placeholder('payee')}::uuid,
        ${placeholder('account')}::uuid, ${acting}, ${placeholder('batch')}::uuid)
    ) select ${sql.join(
      Object.values<unknown>(answered).map((column) => sql`${column}`),
      sql`, `,
    )} from made as cheques`,
  addedToCheques,
);

/**
 * Makes a cheque and names it in the bills that it pays, all or none, as one batch of the journal.
 * @throws UNKNOWN_REFERENCE, PERIOD_CLOSED, IDEMPOTENCY_KEY_REUSED; BILL_PAID where one of them is paid, or has a cheque that is
 * neither cancelled nor deleted
 */
export async function payByCheque(scope: Scope, input: ChequeForBills): Promise<Cheque> {
  const refused =
    (code: 'UNKNOWN_REFERENCE' | 'BILL_PAID', reason: 'unknown_reference' | 'bill_paid') =>
    ({ detail }: DatabaseFailure) => {
      const ids: string[] = JSON.parse(detail ?? '[]');
      const issues = ids.map((id) => issueAt(['bills', input.bills.indexOf(id)], reason));
      const [first] = issues;
      return new DomainError(code, `${first?.path.join('.')} ${first?.message}.`, { issues });
    };
  const rules: Rules = {
    DB004: ({ column }) => invalid('UNKNOWN_REFERENCE', [column ?? ''], 'unknown_reference'),
    DB015: refused('UNKNOWN_REFERENCE', 'unknown_reference'),
    DB019: (failure) => periodClosed(failure, ['dueDate']),
    DB060: refused('BILL_PAID', 'bill_paid'),
  };
  const values = {
    ...input,
    bills: [...new Set(input.bills)].join(','),
    id: newId(),
    batch: newId(),
    today: today(scope.timeZone),
  };
  return withWarnings(await explainViolation(insertCheque(scope, values, input), rules));
}
