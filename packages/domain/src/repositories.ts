import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import * as balanceReadings from './balance-readings/balance-readings.repo.ts';
import * as bankAccounts from './bank-accounts/bank-accounts.repo.ts';
import * as bills from './bills/bills.repo.ts';
import * as calendars from './calendars/calendars.repo.ts';
import * as chequebooks from './chequebooks/chequebooks.repo.ts';
import * as cheques from './cheques/cheques.repo.ts';
import * as chequeEvents from './cheques/events.repo.ts';
import * as chequeSeries from './cheques/series.repo.ts';
import type { Rules } from './db/failures.ts';
import type { Scope } from './db/scope.ts';
import * as logs from './logs/logs.repo.ts';
import * as payEntries from './pay-entries/pay-entries.repo.ts';
import * as payees from './payees/payees.repo.ts';
import * as rates from './rates/rates.repo.ts';
import type { JournalKind, journalled, Resource, records } from './resources.ts';
import * as settings from './settings/settings.repo.ts';
import * as settlements from './settlements/settlements.repo.ts';
import * as tokens from './tokens/tokens.repo.ts';
import * as users from './users/users.repo.ts';

export {
  balanceReadings,
  bankAccounts,
  bills,
  calendars,
  chequebooks,
  chequeEvents,
  chequeSeries,
  cheques,
  logs,
  payEntries,
  payees,
  rates,
  settings,
  settlements,
  tokens,
  users,
};

interface Journalled<Row> {
  /** Selects what records are called; see `subjectOf`. */
  readonly subject: SQL;
  get(scope: Scope, id: string): Promise<Row>;
}

interface Repository<Row> extends Journalled<Row> {
  /** What is wrong when the database refuses. */
  readonly rules: Rules;
}

/** What is done with the records of any resource. */
export const repositories: { readonly [R in Resource]: Repository<z.output<(typeof records)[R]>> } = {
  users,
  logs,
  cheques,
  bills,
  payees,
  bankAccounts,
  chequebooks,
  balanceReadings,
  payEntries,
  rates,
};

/** Of whatever the journal tells of. */
export const journalledRepositories: {
  readonly [K in JournalKind]: Journalled<z.output<(typeof journalled)[K]>>;
} = { ...repositories, settlements, settings, tokens, calendars };
