import type { Resource } from '@daybook/domain';
import { balanceReadings, bankAccounts, chequebooks } from './bank-accounts.ts';
import { bills } from './bills.ts';
import { cheques } from './cheques.ts';
import { logs } from './logs.ts';
import { payEntries, rates } from './pay-entries.ts';
import { payees } from './payees.ts';
import type { Fields, Sample } from './sample.ts';
import { users } from './users.ts';

export const samples: Readonly<Record<Resource, Sample>> = {
  users,
  logs,
  payees,
  cheques,
  bills,
  bankAccounts,
  chequebooks,
  balanceReadings,
  payEntries,
  rates,
};

/** Where the records of a resource are. */
export const pathOf = (resource: Resource): string =>
  `/${resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** A body of the required fields and these; references are missing unless they are among these. */
export const bodyOf = (resource: Resource, more: Fields = {}): Fields => ({
  ...samples[resource].required(),
  ...more,
});

export { type Fields, names, type Row, type Sample, unique } from './sample.ts';
