import { BalanceReading } from './balance-readings/balance-readings.schema.ts';
import { BankAccount } from './bank-accounts/bank-accounts.schema.ts';
import { Bill } from './bills/bills.schema.ts';
import { Calendar } from './calendars/calendars.schema.ts';
import { Chequebook } from './chequebooks/chequebooks.schema.ts';
import { Cheque } from './cheques/cheques.schema.ts';
import { Log } from './logs/logs.schema.ts';
import { PayEntry } from './pay-entries/pay-entries.schema.ts';
import { Payee } from './payees/payees.schema.ts';
import { Rate } from './rates/rates.schema.ts';
import { Settings } from './settings/settings.schema.ts';
import { Settlement } from './settlements/settlements.schema.ts';
import { Token } from './tokens/tokens.schema.ts';
import { User } from './users/users.schema.ts';

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

/**
 * The resources, each with a record of it as it is answered. Each has a table of its name with `recordColumns`, and an entry in
 * the journal for each change.
 */
export const records = {
  users: User,
  logs: Log,
  cheques: Cheque,
  bills: Bill,
  payees: Payee,
  bankAccounts: BankAccount,
  chequebooks: Chequebook,
  balanceReadings: BalanceReading,
  payEntries: PayEntry,
  rates: Rate,
};
export type Resource = keyof typeof records;
export const resources = Object.keys(records) as readonly Resource[];

/** One record of each, as its identifier is called in paths and inputs: `payee` for `payeeID`. */
export const nouns = {
  users: 'user',
  logs: 'log',
  cheques: 'cheque',
  bills: 'bill',
  payees: 'payee',
  bankAccounts: 'bankAccount',
  chequebooks: 'chequebook',
  balanceReadings: 'balanceReading',
  payEntries: 'payEntry',
  rates: 'rate',
} as const satisfies Readonly<Record<Resource, string>>;
export type Nouns = typeof nouns;

/** What an undo may answer. */
export const undoable = { ...records, settlements: Settlement, settings: Settings };
/** What the journal tells of: the resources, and what is journalled likewise and is no resource. */
export const journalled = { ...undoable, tokens: Token, calendars: Calendar };
export type JournalKind = keyof typeof journalled;
export const journalKinds = Object.keys(journalled) as readonly JournalKind[];

/**
 * Records that show nothing of another one, of who asks or of when: with the same version they are the same. Of what is missing
 * here the tag of an answer has a digest.
 */
export const unjoinedRecords: ReadonlySet<unknown> = new Set([User, Bill, Payee, BankAccount, Settings]);

/** The fields that hold the identifier of another record, and what it is a record of. */
export const referenceFields = {
  worker: 'users',
  payee: 'payees',
  account: 'bankAccounts',
  cheque: 'cheques',
} as const satisfies Readonly<Record<string, Resource>>;

/** The resources that share the bulkhead and the connection pool of another one, which is used together with them. */
export const sharedBulkheads = {
  bankAccounts: 'cheques',
  chequebooks: 'cheques',
  balanceReadings: 'cheques',
  rates: 'payEntries',
} as const satisfies Readonly<Partial<Record<Resource, Resource>>>;
type Sharing = keyof typeof sharedBulkheads;
/** The resources that have a bulkhead with a connection pool. */
export type ResourceBulkhead = Exclude<Resource, Sharing>;

const isSharing = (name: Resource): name is Sharing => name in sharedBulkheads;
const isBulkhead = (name: string): name is ResourceBulkhead =>
  resources.some((resource) => resource === name && !isSharing(resource));
export const bulkheadOf = (name: Resource): ResourceBulkhead =>
  isSharing(name) ? sharedBulkheads[name] : name;

/** The bulkhead of what changes something, so that reads go on while commits wait for a standby. */
export type WriteBulkhead = `${ResourceBulkhead | 'others'}Writes`;

/** @param bulkhead of the same operation if it only read */
export const writesOf = (bulkhead: string): WriteBulkhead =>
  `${isBulkhead(bulkhead) ? bulkhead : 'others'}Writes`;

export const forEachWriteBulkhead = <T>(value: T) =>
  Object.fromEntries([...resources, 'others'].map((name) => [writesOf(name), value])) as Readonly<
    Record<WriteBulkhead, T>
  >;

/** The same value for each bulkhead of a resource. */
export const forEachBulkhead = <T>(value: T) =>
  Object.fromEntries(resources.map((name) => [bulkheadOf(name), value])) as Readonly<
    Record<ResourceBulkhead, T>
  >;
