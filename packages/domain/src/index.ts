/** What a browser may use too: values, schemas, roles, errors. */
export * from './access.ts';
export * from './bills/bills.schema.ts';
export * from './cheques/cheques.schema.ts';
export * from './errors.ts';
export * from './journal/journal.schema.ts';
export * from './logs/logs.schema.ts';
export * from './payees/payees.schema.ts';
export * from './sessions/sessions.schema.ts';
export * from './users/preferences.schema.ts';
export * from './users/users.schema.ts';
export * from './values/changes.ts';
export { type Page, page } from './values/paging.ts';
export { RecordId, Removed } from './values/record.ts';
export * from './values/scalars.ts';
export { Username, usernameKey } from './values/text.ts';
