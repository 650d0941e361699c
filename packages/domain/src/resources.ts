import { Bill } from './bills/bills.schema.ts';
import { Cheque } from './cheques/cheques.schema.ts';
import { Log } from './logs/logs.schema.ts';
import { Payee } from './payees/payees.schema.ts';
import { User } from './users/users.schema.ts';

export * from './bills/bills.schema.ts';
export * from './cheques/cheques.schema.ts';
export * from './cheques/events.schema.ts';
export * from './cheques/states.ts';
export * from './logs/logs.schema.ts';
export * from './payees/payees.schema.ts';
export * from './users/users.schema.ts';

/**
 * The resources, each with a record of it as it is answered. Each has a table with `recordColumns`, an entry in the journal
 * for each change, and a bulkhead with a connection pool.
 */
export const records = {
  users: User,
  logs: Log,
  cheques: Cheque,
  bills: Bill,
  payees: Payee,
};
export type Resource = keyof typeof records;
export const resources = Object.keys(records) as readonly Resource[];

/** The fields that hold the identifier of another record, and what it is a record of. */
export const referenceFields = { worker: 'users', payee: 'payees' } as const satisfies Readonly<
  Record<string, Resource>
>;

/** The same value for each resource. */
export const forEachResource = <T>(value: T) =>
  Object.fromEntries(resources.map((name) => [name, value])) as Readonly<Record<Resource, T>>;
