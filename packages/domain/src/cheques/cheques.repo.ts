import { bankAccounts } from '../bank-accounts/bank-accounts.table.ts';
import type { Database } from '../db/client.ts';
import { typed } from '../db/columns.ts';
import { and, asc, isNull, or, sql } from '../db/drizzle.ts';
import {
  amountsBetween,
  between,
  containsWords,
  equals,
  filterValues,
  indexedWords,
  oneOf,
  oneOfAmounts,
  searchValues,
  totalsStatement,
  wordOf,
} from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { build, statement, type Values } from '../db/statement.ts';
import { dueIn, sumsWhere } from '../db/sums.ts';
import { payees } from '../payees/payees.table.ts';
import type { Page } from '../values/paging.ts';
import { today } from '../values/zones.ts';
import {
  type Cheque,
  type ChequeFilter,
  type ChequeQuery,
  type ChequeSummary,
  chequeSchemas,
} from './cheques.schema.ts';
import { cheques } from './cheques.table.ts';
import { chequeRules } from './state-errors.ts';
import { openStatuses } from './states.ts';

const { placeholder } = sql;

const isOpen = sql`${cheques.status} in (${sql.join(
  openStatuses.map((status) => sql.raw(`'${status}'`)),
  sql`, `,
)})`;
const day = sql`${placeholder('today')}::date`;

/** What is odd about the serial of a cheque in an account. */
export const serialWarnings = sql`case when ${cheques.accountId} is not null
  then serial_warnings(${cheques.id}, ${cheques.accountId}, ${cheques.serial}) end`;

const words = Array.from({ length: indexedWords }, (_, index) => index + 1);
/** The placeholder for the payees whose names have one of the words of a search. */
const foundBy = (n: number) => `payeesFound${n}`;

/** Since a released version. */
export const addedToCheques = { attachments: () => 0 };

/** Latest due date first. A payee that does not exist, or is deleted at the same moment, is UNKNOWN_REFERENCE. */
const repo = repository({
  name: 'cheque',
  table: cheques,
  schemas: chequeSchemas,
  added: addedToCheques,
  references: {
    payee: { table: payees, name: payees.name },
    account: { table: bankAccounts, name: bankAccounts.name },
  },
  clearable: ['account'],
  computed: {
    replacedBy: typed(
      'jsonb',
      sql`(select coalesce(jsonb_agg(id order by id), '[]') from cheques as later
        where later.replaces_id = ${cheques}.id and later.deleted_at is null)`,
    ),
    isStale: typed(
      'boolean',
      sql`(${isOpen} and (${cheques.dueDate}
        + make_interval(months => (select stale_after_months from settings)))::date < ${day})`,
    ),
  },
  rules: chequeRules,
  warnings: { found: serialWarnings, fields: ['serial', 'account'] },
  given: ({ timeZone, businessTimeZone }) => ({
    today: today(timeZone),
    eventDate: today(businessTimeZone),
  }),
  // The day of the event, where the change is one.
  alsoUpdated: {
    statusDate: sql`case when coalesce(${placeholder('isCancelled')}::boolean, ${cheques.isCancelled}) <> ${cheques.isCancelled}
      then ${placeholder('eventDate')}::date else ${cheques.statusDate} end`,
  },
  subject: { title: cheques.serial, date: cheques.dueDate, value: cheques.value },
  order: { column: cheques.dueDate, sort: 'dueDate', direction: 'desc' },
  filters: {
    ...between(cheques.dueDate),
    payee: oneOf(cheques.payeeId, 'payee'),
    account: oneOf(cheques.accountId, 'account'),
    serial: sql`${cheques.serial} collate "C" = ${placeholder('serial')}`,
    serials: sql`${cheques.serial} collate "C" = any(string_to_array(${placeholder('serials')}, ','))`,
    value: oneOfAmounts(cheques.value, 'value'),
    ...amountsBetween(cheques.value),
    isCancelled: equals(cheques.isCancelled, 'isCancelled'),
    status: sql`${cheques.status} = any(string_to_array(${placeholder('status')}, ','))`,
    search: containsWords(
      'search',
      (pattern, n) => sql`(${cheques.searchKey} like ${pattern}
        or ${cheques.payeeId} = any(string_to_array(${placeholder(foundBy(n))}, ',')::uuid[]))`,
      sql`(${cheques.searchKey} || ' ' || (select name_key from payees where payees.id = ${cheques.payeeId}))`,
    ),
  },
});
export const { get, create, update, remove, restore, bulk, creation, subject, rules, columns } = repo;

const nameHas = (n: number) => {
  const pattern = wordOf('search', n);
  return sql<boolean>`(${pattern} <> '' and ${payees.nameKey} like ${pattern})`;
};
const payeeColumns = {
  id: payees.id,
  ...Object.fromEntries(words.map((n) => [foundBy(n), nameHas(n)])),
};
const selectPayeesByName = statement(payeeColumns, () =>
  build
    .select(payeeColumns)
    .from(payees)
    .where(or(...words.map(nameHas))),
);

/** A search finds payees first: how many cheques they have decides how PostgreSQL looks for these. */
async function payeesFound(db: Database, search: string | undefined): Promise<Values> {
  const values = searchValues(search);
  const found: Values[] = values.search ? await selectPayeesByName(db, values, false) : [];
  return Object.fromEntries(
    words.map((n) => {
      const ids = found.filter((payee) => payee[foundBy(n)]).map(({ id }) => id);
      return [foundBy(n), ids.join()];
    }),
  );
}

/** @throws VALIDATION for a cursor of another list */
export const list = async (scope: Scope, query: ChequeQuery): Promise<Page<Cheque>> =>
  repo.list(scope, query, await payeesFound(scope.db, query.search));

const sumColumns = {
  count: sql<number>`count(*)::integer`,
  total: sql<string>`coalesce(sum(${cheques.value}), 0)::text`,
};
const sumAll = totalsStatement(repo.filters, sumColumns, (where) =>
  build
    .select(sumColumns)
    .from(cheques)
    .where(and(isNull(cheques.deletedAt), sql`not ${cheques.isCancelled}`, ...where)),
);

const { overdue, within } = dueIn(cheques.dueDate);
const due = sumsWhere(cheques.value, { overdue, dueIn7Days: within(7), dueIn30Days: within(30) });
const sumDue = totalsStatement(repo.filters, due.columns, (where) =>
  build
    .select(due.columns)
    .from(cheques)
    .where(and(isNull(cheques.deletedAt), isOpen, sql`${cheques.dueDate} <= ${day} + 30`, ...where)),
);

/** Totals over the whole filter; days are counted from the caller's today. */
export async function summary({ db, timeZone }: Scope, filter: ChequeFilter): Promise<ChequeSummary> {
  const on = today(timeZone);
  const values = { ...filterValues(filter), ...(await payeesFound(db, filter.search)), today: on };
  const [[all], [open]] = await Promise.all([sumAll(db, values), sumDue(db, values)]);
  return {
    today: on,
    count: all?.count ?? 0,
    total: all?.total ?? '0',
    ...due.read(open),
  };
}

const selectNextDue = statement(repo.columns, () =>
  build
    .select(repo.columns)
    .from(cheques)
    .where(
      and(
        isNull(cheques.deletedAt),
        isOpen,
        sql`${cheques.dueDate} between ${day} and ${day} + ${placeholder('days')}::integer`,
      ),
    )
    .orderBy(asc(cheques.dueDate), asc(cheques.id))
    .limit(placeholder('limit')),
);

/** The first open ones that fall due within so many days from the caller's today. */
export const nextDue = (
  { db, timeZone }: Scope,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<Cheque[]> => selectNextDue(db, { today: today(timeZone), days, limit });
