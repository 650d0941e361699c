/** What only the server may use: the database. */
export * as bills from './bills/bills.repo.ts';
export * as cheques from './cheques/cheques.repo.ts';
export { type Connection, connect, type Database, isReachable, type Pool, type Server } from './db/client.ts';
export { type Contents, contents } from './db/contents.ts';
export type { Once } from './db/creating.ts';
export { databaseFailure, isUnavailable, isUntrusted } from './db/failures.ts';
export { EncodingError, knownMigrations, migrate, migrationsFolder, NewerSchemaError } from './db/migrate.ts';
export { DatabaseAddressError } from './db/tls.ts';
export * as journal from './journal/journal.repo.ts';
export * as logs from './logs/logs.repo.ts';
export * as payees from './payees/payees.repo.ts';
export * as attempts from './sessions/attempts.repo.ts';
export * as sessions from './sessions/sessions.repo.ts';
export * as accounts from './users/accounts.repo.ts';
export * as users from './users/users.repo.ts';
