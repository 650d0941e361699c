/** What a browser may use too: values, schemas, roles, errors. */
export * from './access.ts';
export * from './bills/bills.schema.ts';
export * from './cheques/cheques.schema.ts';
export * from './error-codes.ts';
export * from './errors.ts';
export * from './journal/journal.schema.ts';
export * from './logs/logs.schema.ts';
export * from './payees/payees.schema.ts';
export * from './sessions/sessions.schema.ts';
export * from './users/preferences.schema.ts';
export * from './users/users.schema.ts';
export { type Issue, type IssueCode, issueAt, issueCodes, issuesOf } from './values/issues.ts';
export { type Page, page } from './values/paging.ts';
export { forEachResource, RecordId, Removed, type Resource, resources } from './values/record.ts';
export * from './values/scalars.ts';
export { Password, Username, usernameKey } from './values/text.ts';
export * from './values/update-input.ts';
export { isTimeZone } from './values/zones.ts';
