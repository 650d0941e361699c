import { bankAccounts } from '../bank-accounts/bank-accounts.table.ts';
import { cheques } from '../cheques/cheques.table.ts';
import { typed } from '../db/columns.ts';
import { and, desc, isNull, sql } from '../db/drizzle.ts';
import {
  amountsBetween,
  between,
  contains,
  filterValues,
  oneOf,
  oneOfAmounts,
  totalsStatement,
} from '../db/filters.ts';
import { pages } from '../db/pages.ts';
import { repository } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { build, statement, type Values } from '../db/statement.ts';
import { dueIn, sumsWhere } from '../db/sums.ts';
import { payees } from '../payees/payees.table.ts';
import type { Page } from '../values/paging.ts';
import { today } from '../values/zones.ts';
import {
  type Bill,
  type BillFilter,
  type BillQuery,
  type BillStatus,
  type BillSummary,
  billSchemas,
  type LedgerEntry,
  type LedgerQuery,
} from './bills.schema.ts';
import { bills } from './bills.table.ts';

const { placeholder } = sql;
const live = isNull(bills.deletedAt);
const day = sql`${placeholder('today')}::date`;

/** As the index `bills_due` has it. */
export const isDue = sql`(${bills.dueDate} is not null and ${bills.paidOn} is null and not ${bills.paidByCheque})`;
const isPaid = sql`(${bills.dueDate} is not null and (${bills.paidOn} is not null or ${bills.paidByCheque}))`;

/** A cheque that is made out to somebody else, or that is worth less than the bills that it pays. */
const chequeWarnings = sql`(select nullif(jsonb_path_query_array(jsonb_build_array(
    case when ${bills}.payee_id <> cheques.payee_id then jsonb_build_object('code', 'other_payee', 'params',
      jsonb_build_object('payeeName', (select name from payees where payees.id = cheques.payee_id))) end,
    case when total > cheques.value then jsonb_build_object('code', 'more_than_cheque', 'params',
      jsonb_build_object('total', total::text, 'value', cheques.value::text)) end), '$[*] ? (@ != null)'), '[]')
  from cheques, lateral (select ${bills}.value + coalesce(sum(others.value), 0) as total from bills as others
    where others.cheque_id = cheques.id and others.deleted_at is null and others.id <> ${bills}.id) as paid
  where cheques.id = ${bills}.cheque_id)`;

/** Newest first. */
const repo = repository({
  name: 'bill',
  table: bills,
  schemas: billSchemas,
  references: {
    payee: { table: payees, name: payees.name },
    account: { table: bankAccounts, name: bankAccounts.name },
    cheque: { table: cheques, name: cheques.serial },
  },
  clearable: ['payee', 'dueDate', 'paidOn', 'account', 'cheque'],
  computed: {
    cheque: sql`${bills.currentChequeId}`,
    chequeSerial: sql`coalesce((select serial from cheques where cheques.id = ${bills}.current_cheque_id), '')`,
    status: sql`case when ${isDue} then 'due' when ${bills.dueDate} is not null then 'paid' end`,
    isOverdue: typed('boolean', sql`(${isDue} and ${bills.dueDate} < ${day})`),
  },
  added: {
    attachments: () => 0,
    payee: () => null,
    payeeName: () => '',
    dueDate: () => null,
    paidOn: () => null,
    account: () => null,
    accountName: () => '',
    cheque: () => null,
    chequeSerial: () => '',
    status: () => null,
    isOverdue: () => false,
    warnings: () => undefined,
  },
  warnings: { found: chequeWarnings, fields: ['cheque', 'payee', 'value'] },
  without: { cheque: { cheque: sql`null`, chequeSerial: sql`''`, warnings: sql`null` } },
  given: ({ timeZone }) => ({ today: today(timeZone) }),
  subject: { title: bills.description, date: bills.date, value: bills.value },
  order: {
    column: bills.date,
    sort: 'date',
    direction: 'desc',
    furtherOrders: { dueDate: bills.dueDate },
  },
  filters: {
    ...between(bills.date),
    dueFrom: sql`${bills.dueDate} >= ${placeholder('dueFrom')}`,
    dueTo: sql`${bills.dueDate} <= ${placeholder('dueTo')}`,
    value: oneOfAmounts(bills.value, 'value'),
    ...amountsBetween(bills.value),
    payee: oneOf(bills.payeeId, 'payee'),
    account: oneOf(bills.accountId, 'account'),
    cheque: sql`(${oneOf(bills.chequeId, 'cheque')} or ${oneOf(bills.currentChequeId, 'cheque')})`,
    isDue,
    isPaid,
    hasDueDate: sql`${bills.dueDate} is not null`,
    search: contains(bills.searchKey),
  },
});
export const { get, create, update, remove, restore, bulk, creation, subject, rules } = repo;
const { columns, filters } = repo;

/** The filter of a status, or of all that there are. */
const statusFilter = (statuses: readonly BillStatus[] | undefined): Values => {
  if (!statuses) return {};
  if (statuses.length > 1) return { hasDueDate: true };
  return { [statuses[0] === 'due' ? 'isDue' : 'isPaid']: true };
};

/** @throws VALIDATION for a cursor of another list */
export const list = (scope: Scope, query: BillQuery): Promise<Page<Bill>> =>
  repo.list(scope, query, statusFilter(query.status));

/**
 * The balance is of all bills in the ledger's order, whatever is filtered; what comes after the page is not summed. Each bill of
 * the page adds what lies between the one before it and itself, which an index has. The days are compared twice: PostgreSQL
 * takes rows between two days for few, and would otherwise compile the statement, which takes longer than what it saves.
 */
const balance = sql<string>`balance`;
const selectLedger = pages(filters, { ...columns, balance }, (where) => {
  const page = build
    .select({ id: bills.id, date: bills.date })
    .from(bills)
    .where(and(live, ...where))
    .orderBy(desc(bills.date), desc(bills.id))
    .limit(placeholder('limit'));
  const answered = sql.join(
    Object.values({ ...columns, balance }).map((column) => sql`${column}`),
    sql`, `,
  );
  return sql`with page as materialized (${page.getSQL()}), spans as (
      select *, lead(date, 1, '-infinity') over earlier as after_date,
        lead(id, 1, '00000000-0000-0000-0000-000000000000') over earlier as after_id
      from page window earlier as (order by date desc, id desc)
    ), balances as materialized (
      select id, sum(added) over (order by date, id) as balance
      from spans, lateral (
        select coalesce(sum(value), 0) as added from bills
        where deleted_at is null and date between after_date and spans.date
          and (date, id) > (after_date, after_id) and (date, id) <= (spans.date, spans.id)
      ) as sums
    )
    select ${answered} from balances join bills using (id) order by date desc, id desc`;
});
const pageOfLedger = repo.paged<LedgerEntry>(selectLedger);

/** As {@link list}, with the balance of all bills up to each. @throws VALIDATION for a cursor of another list */
export const ledger = (scope: Scope, query: LedgerQuery): Promise<Page<LedgerEntry>> =>
  pageOfLedger(scope, query, statusFilter(query.status));

const monthColumns = {
  month: sql<string>`to_char(${bills.date}, 'YYYY-MM')`.as('month'),
  count: sql<number>`count(*)::integer`,
  total: sql<string>`sum(${bills.value})::text`,
  rangeCount: sql<number>`sum(count(*)) over ()::integer`,
  rangeTotal: sql<string>`sum(sum(${bills.value})) over ()::text`,
};
const sumByMonth = totalsStatement(filters, monthColumns, (where) =>
  build
    .select(monthColumns)
    .from(bills)
    .where(and(live, ...where))
    .groupBy(sql`month`)
    .orderBy(sql`month`),
);

const totalColumns = { total: sql<string>`coalesce(sum(${bills.value}), 0)::text` };
const sumAll = statement(totalColumns, () => build.select(totalColumns).from(bills).where(live));

const { overdue, within } = dueIn(bills.dueDate);
const due = sumsWhere(bills.value, {
  open: sql`true`,
  overdue,
  dueIn7: within(7),
  dueIn30: within(30),
});
const sumDue = totalsStatement(filters, due.columns, (where) =>
  build
    .select(due.columns)
    .from(bills)
    .where(and(live, isDue, ...where)),
);

/** Totals over the whole filter, by month, of all bills there are, and of what is due, counted from the caller's today. */
export async function summary({ db, timeZone }: Scope, filter: BillFilter): Promise<BillSummary> {
  const on = today(timeZone);
  const values = { ...filterValues(filter), ...statusFilter(filter.status), today: on };
  const [months, [all], [open]] = await Promise.all([sumByMonth(db, values), sumAll(db), sumDue(db, values)]);
  return {
    today: on,
    count: months[0]?.rangeCount ?? 0,
    rangeTotal: months[0]?.rangeTotal ?? '0',
    allTimeTotal: all?.total ?? '0',
    ...due.read(open),
    months: months.map(({ month, count, total }) => ({ month, count, total })),
  };
}
