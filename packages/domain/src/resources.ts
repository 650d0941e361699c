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
import { userSchemas } from './users/users.schema.ts';

export * from './balance-readings/balance-readings.schema.ts';
export * from './bank-accounts/bank-accounts.schema.ts';
export * from './bills/bills.schema.ts';
export * from './chequebooks/chequebooks.schema.ts';
export * from './cheques/cheques.schema.ts';
export * from './cheques/events.schema.ts';
export * from './cheques/series.schema.ts';
export * from './cheques/states.ts';
export * from './logs/logs.schema.ts';
export * from './pay-entries/pay-entries.schema.ts';
export * from './payees/payees.schema.ts';
export * from './rates/rates.schema.ts';
export * from './settings/settings.schema.ts';
export * from './users/users.schema.ts';

interface Definition {
  readonly schemas: {
    /** A record of it as it is answered. */
    readonly record: z.ZodObject;
    /** What its list is asked for. */
    readonly query: z.ZodObject;
  };
  /** One record, as its identifier is called in paths and inputs: `payee` for `payeeID`. */
  readonly noun: string;
  /** What scopes of personal access tokens call it. */
  readonly area: string;
  /** The field by which records of others name one of it. */
  readonly field?: string;
  /** The resource whose bulkhead and connection pool it shares, since it is used together with that. */
  readonly bulkhead?: string;
}

/** The resources. Each has a table of its name with `recordColumns`, and an entry in the journal for each change. */
const definitions = {
  users: { schemas: userSchemas, noun: 'user', area: 'users', field: 'worker' },
  logs: { schemas: logSchemas, noun: 'log', area: 'logs' },
  cheques: { schemas: chequeSchemas, noun: 'cheque', area: 'cheques', field: 'cheque' },
  bills: { schemas: billSchemas, noun: 'bill', area: 'bills' },
  payees: { schemas: payeeSchemas, noun: 'payee', area: 'payees', field: 'payee' },
  bankAccounts: {
    schemas: bankAccountSchemas,
    noun: 'bankAccount',
    area: 'bank-accounts',
    field: 'account',
    bulkhead: 'cheques',
  },
  chequebooks: { schemas: chequebookSchemas, noun: 'chequebook', area: 'bank-accounts', bulkhead: 'cheques' },
  balanceReadings: {
    schemas: balanceReadingSchemas,
    noun: 'balanceReading',
    area: 'bank-accounts',
    bulkhead: 'cheques',
  },
  payEntries: { schemas: payEntrySchemas, noun: 'payEntry', area: 'pay' },
  rates: { schemas: rateSchemas, noun: 'rate', area: 'rates', bulkhead: 'payEntries' },
} as const satisfies Readonly<Record<string, Definition>>;

type All = typeof definitions;
export type Resource = keyof All;
export const resources = Object.keys(definitions) as readonly Resource[];

const collect = <Key extends 'schemas' | 'noun' | 'area'>(key: Key) =>
  Object.fromEntries(resources.map((name) => [name, definitions[name][key]])) as {
    readonly [R in Resource]: All[R][Key];
  };
const schemas = collect('schemas');
export const records = Object.fromEntries(resources.map((name) => [name, schemas[name].record])) as {
  readonly [R in Resource]: All[R]['schemas']['record'];
};
/** What stands in the query of a list besides its filters. */
const paging: ReadonlySet<string> = new Set(['limit', 'cursor', 'fields', 'updatedSince', 'sort']);
/** The filters of the list of a resource, by their names. */
export const filtersOf = (name: Resource): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    Object.entries<z.ZodType>(schemas[name].query.shape).filter(([filter]) => !paging.has(filter)),
  );
export const areas = collect('area');
export const nouns = collect('noun');
export type Nouns = typeof nouns;

const definitionOf = (name: Resource): Definition => definitions[name];

/** The fields that hold the identifier of another record, and what it is a record of. */
export const referenceFields = Object.fromEntries(
  resources.flatMap((name) => {
    const { field } = definitionOf(name);
    return field === undefined ? [] : [[field, name]];
  }),
) as {
  readonly [R in Resource as All[R] extends { readonly field: infer Field extends string }
    ? Field
    : never]: R;
};

type Sharing = { [R in Resource]: All[R] extends { readonly bulkhead: string } ? R : never }[Resource];
/** The resources that have a bulkhead with a connection pool. */
export type ResourceBulkhead = Exclude<Resource, Sharing>;

const isBulkhead = (name: string): name is ResourceBulkhead =>
  resources.some((resource) => resource === name && !definitionOf(resource).bulkhead);
export const bulkheadOf = (name: Resource) => (definitionOf(name).bulkhead ?? name) as ResourceBulkhead;

/** The bulkhead of what changes something, so that reads go on while commits wait for a standby. */
export type WriteBulkhead = `${ResourceBulkhead | 'attachments' | 'others'}Writes`;

/** @param bulkhead of the same operation if it only read */
export const writesOf = (bulkhead: string): WriteBulkhead =>
  `${isBulkhead(bulkhead) || bulkhead === 'attachments' ? bulkhead : 'others'}Writes`;

export const forEachWriteBulkhead = <T>(value: T) =>
  Object.fromEntries(
    [...resources, 'attachments', 'others'].map((name) => [writesOf(name), value]),
  ) as Readonly<Record<WriteBulkhead, T>>;

/** The same value for each bulkhead of a resource. */
export const forEachBulkhead = <T>(value: T) =>
  Object.fromEntries(resources.map((name) => [bulkheadOf(name), value])) as Readonly<
    Record<ResourceBulkhead, T>
  >;
