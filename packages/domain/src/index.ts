/** What a browser may use too: values, schemas, roles, errors. */
export * from './access.ts';
export * from './calendars/calendars.schema.ts';
export * from './error-codes.ts';
export * from './errors.ts';
export * from './home/home.schema.ts';
export * from './journal/journal.schema.ts';
export * from './journal/undo.ts';
export * from './resources.ts';
export * from './sessions/sessions.schema.ts';
export * from './users/preferences.schema.ts';
export { type Issue, type IssueCode, issue, issueAt, issueCodes, issuesOf } from './values/issues.ts';
export { type Page, page } from './values/paging.ts';
export { RecordId, Removed } from './values/record.ts';
export * from './values/scalars.ts';
export { Password, Username, usernameKey } from './values/text.ts';
export * from './values/update-input.ts';
export { Warning, type WarningCode, warningCodes } from './values/warnings.ts';
export { isTimeZone } from './values/zones.ts';
