/** What only the server may use: the database. */
export * as billPayments from './bills/payment.repo.ts';
export * as billSeries from './bills/series.repo.ts';
export * as chequeEvents from './cheques/events.repo.ts';
export * as chequeSeries from './cheques/series.repo.ts';
export { DatabaseAddressError, parseAddress } from './db/address.ts';
export {
  type Connection,
  connect,
  connectPool,
  type Database,
  type Observe,
  onWarning,
  type Pool,
  type Server,
} from './db/client.ts';
export { databaseFailure, isUnavailable, isUntrusted } from './db/failures.ts';
export {
  EncodingError,
  knownMigrations,
  MigrationTimeoutError,
  migrate,
  migrationsFolder,
  NewerSchemaError,
  StandbyError,
} from './db/migrate.ts';
export { type Contents, contents, type MovedTable, MoveError, move } from './db/move.ts';
export { checkPooler, PoolerError, type PreparedStatements } from './db/pooler.ts';
export { type Unready, unreadiness } from './db/readiness.ts';
export type { Idempotency, Scope } from './db/scope.ts';
export type { PoolLimits } from './db/shared-pool.ts';
export { pipelinedConnectionsOf } from './db/shared-pool.ts';
export * as erasure from './erasure/erasure.repo.ts';
export * as events from './events/events.repo.ts';
export * as passkeys from './factors/passkeys.repo.ts';
export * as forecast from './forecast/forecast.repo.ts';
export * as home from './home/home.repo.ts';
export * as imports from './imports/imports.repo.ts';
export * as keptTransfers from './imports/kept-transfers.repo.ts';
export * as transfers from './imports/transfer.repo.ts';
export * as journal from './journal/journal.repo.ts';
export * as pay from './pay/pay.repo.ts';
export * as payeeStatements from './payees/statement.repo.ts';
export * from './repositories.ts';
export * as attempts from './sessions/attempts.repo.ts';
export * as devices from './sessions/devices.repo.ts';
export * as purging from './sessions/purge.repo.ts';
export * as sessions from './sessions/sessions.repo.ts';
export * as accounts from './users/accounts.repo.ts';
export * as accountSecurity from './users/security.repo.ts';
export * as webhookDeliveries from './webhooks/deliveries.repo.ts';
