import type { z } from 'zod';
import { balanceReadingSchemas } from './balance-readings/balance-readings.schema.ts';
import { bankAccountSchemas } from './bank-accounts/bank-accounts.schema.ts';
import { billSchemas } from './bills/bills.schema.ts';
import { chequebookSchemas } from './chequebooks/chequebooks.schema.ts';
import { chequeSchemas } from './cheques/cheques.schema.ts';
import { logSchemas } from './logs/logs.schema.ts';
import { payEntrySchemas } from './pay-entries/pay-entries.schema.ts';
import { payeeSchemas } from './payees/payees.schema.ts';
import { rateSchemas } from './rates/rates.schema.ts';
import type { Resource } from './resources.ts';
import { userSchemas } from './users/users.schema.ts';

/** Of each resource a record as it is answered. Apart from their names, which browsers need before any schema. */
export const records = {
  users: userSchemas.record,
  logs: logSchemas.record,
  cheques: chequeSchemas.record,
  bills: billSchemas.record,
  payees: payeeSchemas.record,
  bankAccounts: bankAccountSchemas.record,
  chequebooks: chequebookSchemas.record,
  balanceReadings: balanceReadingSchemas.record,
  payEntries: payEntrySchemas.record,
  rates: rateSchemas.record,
} as const satisfies Readonly<Record<Resource, z.ZodObject>>;
