import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import * as bills from './bills/bills.repo.ts';
import * as cheques from './cheques/cheques.repo.ts';
import * as chequeEvents from './cheques/events.repo.ts';
import type { Scope } from './db/scope.ts';
import * as logs from './logs/logs.repo.ts';
import * as payees from './payees/payees.repo.ts';
import type { Resource, records } from './resources.ts';
import * as users from './users/users.repo.ts';

export { bills, chequeEvents, cheques, logs, payees, users };

interface Repository<Row> {
  /** Selects what records are called; see `subjectOf`. */
  readonly subject: SQL;
  get(scope: Scope, id: string): Promise<Row>;
}

/** What is done with the records of any resource. */
export const repositories: { readonly [R in Resource]: Repository<z.output<(typeof records)[R]>> } = {
  users,
  logs,
  cheques,
  bills,
  payees,
};
