/** What is done with the records of each kind that the journal tells of, and nothing else: journal/subjects.ts reads all of it. */
export * as balanceReadings from './balance-readings/balance-readings.repo.ts';
export * as bankAccounts from './bank-accounts/bank-accounts.repo.ts';
export * as bills from './bills/bills.repo.ts';
export * as calendars from './calendars/calendars.repo.ts';
export * as chequebooks from './chequebooks/chequebooks.repo.ts';
export * as cheques from './cheques/cheques.repo.ts';
export * as closings from './closings/closings.repo.ts';
export * as factors from './factors/factors.repo.ts';
export * as logs from './logs/logs.repo.ts';
export * as payEntries from './pay-entries/pay-entries.repo.ts';
export * as payees from './payees/payees.repo.ts';
export * as rates from './rates/rates.repo.ts';
export * as settings from './settings/settings.repo.ts';
export * as settlements from './settlements/settlements.repo.ts';
export * as tokens from './tokens/tokens.repo.ts';
export * as users from './users/users.repo.ts';
export * as webhooks from './webhooks/webhooks.repo.ts';
