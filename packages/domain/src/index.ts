/** What a browser may use too: values, schemas, roles, errors. */
export * from './access.ts';
export * from './attachments/attachments.schema.ts';
export * from './attachments/limits.ts';
export * from './balance-readings/balance-readings.schema.ts';
export * from './bank-accounts/bank-accounts.schema.ts';
export * from './bills/bills.schema.ts';
export * from './bills/states.ts';
export * from './calendars/calendars.schema.ts';
export * from './chequebooks/chequebooks.schema.ts';
export * from './cheques/cheques.schema.ts';
export * from './cheques/events.schema.ts';
export * from './cheques/series.schema.ts';
export * from './cheques/states.ts';
export * from './closings/closings.schema.ts';
export * from './erasure/erasure.schema.ts';
export * from './error-codes.ts';
export * from './errors.ts';
export * from './events/events.schema.ts';
export * from './factors/factors.schema.ts';
export * from './factors/passkeys.schema.ts';
export * from './forecast/forecast.schema.ts';
export * from './home/home.schema.ts';
export * from './identities/identities.schema.ts';
export { type CellType, type ImportField, importFields } from './imports/fields.ts';
export * from './imports/imports.schema.ts';
export * from './journal/journal.schema.ts';
export * from './journal/kinds.ts';
export * from './journal/records.ts';
export * from './journal/undo.ts';
export * from './logs/logs.schema.ts';
export * from './logs/shift.ts';
export * from './pay/pay.schema.ts';
export * from './pay-entries/pay-entries.schema.ts';
export * from './payees/payees.schema.ts';
export * from './payees/statement.schema.ts';
export * from './rates/rates.schema.ts';
export * from './resource-schemas.ts';
export * from './resources.ts';
export * from './sessions/sessions.schema.ts';
export * from './settings/settings.schema.ts';
export * from './settlements/settlements.schema.ts';
export * from './tokens/scopes.ts';
export * from './tokens/tokens.schema.ts';
export * from './users/users.schema.ts';
export { type Bulk, type BulkChanges, bulkAnswer, bulkInput, MAX_BULK } from './values/bulk.ts';
export * from './values/csv.ts';
export { currencyDigits } from './values/currencies.ts';
export { digitValue, fold, searchWords } from './values/fold.ts';
export {
  type Issue,
  type IssueCode,
  type IssueParams,
  issue,
  issueAt,
  issueCodes,
  issuesOf,
} from './values/issues.ts';
export { canonicalTag, nearestLanguage } from './values/languages.ts';
export { listPage, MAX_IDS } from './values/listing.ts';
export { type Page, page } from './values/paging.ts';
export * from './values/record.ts';
export { RecordId, Removed } from './values/record.ts';
export * from './values/scalars.ts';
export { orEmpty, Password, text, Username, usernameKey } from './values/text.ts';
export { Warning, type WarningCode, warningCodes } from './values/warnings.ts';
export { isTimeZone } from './values/zones.ts';
export * from './webhooks/webhook.schema.ts';
export * from './webhooks/webhooks.schema.ts';
