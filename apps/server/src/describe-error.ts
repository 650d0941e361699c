import {
  DatabaseAddressError,
  databaseFailure,
  EncodingError,
  isUnavailable,
  isUntrusted,
  MigrationTimeoutError,
  MoveError,
  NewerSchemaError,
  PoolerError,
} from '@daybook/domain/server';
import { EmbeddedError, EmbeddedInUseError } from './embedded/embedded.ts';
import { EnvError } from './env.ts';
import { BackupError } from './errors.ts';
import { ListenError } from './listen.ts';
import { DataDirectoryError } from './secrets.ts';

const messages: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL refused the password in DATABASE_URL.',
  '28000': 'PostgreSQL refused the user in DATABASE_URL.',
  '3D000': 'The database named in DATABASE_URL does not exist: create it first.',
  '25006':
    'The database takes no writes: its disk is nearly full, it is a standby, or it is set to read only.',
  CONNECT_READ_ONLY:
    'No host in DATABASE_URL takes writes, as its target_session_attrs demands: they are standbys, or set to read only.',
  CONNECT_WITHOUT_TLS: 'The database in DATABASE_URL offers no TLS, which its sslmode demands.',
  '42501':
    'The user in DATABASE_URL may not create tables: grant it the rights, or use the owner of the database.',
};

/** Why the service could not start, or a command failed: in one line where the reason is known, else with the stack. */
export function describeError(error: unknown): string {
  const selfExplanatory = [
    EnvError,
    BackupError,
    DatabaseAddressError,
    DataDirectoryError,
    EmbeddedInUseError,
    EmbeddedError,
    EncodingError,
    ListenError,
    MigrationTimeoutError,
    MoveError,
    NewerSchemaError,
    PoolerError,
  ];
  if (selfExplanatory.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message } = databaseFailure(error) ?? {};
  if (code && messages[code]) return messages[code];
  const systemCode = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === '53100' || systemCode === 'ENOSPC') return 'The disk is full: make room and try again.';
  if (code && isUntrusted(code))
    return `The database in DATABASE_URL is not trusted (${code}): ${message?.split(/[\n;]/)[0]}. See sslmode and sslrootcert in docs/security.md.`;
  if (code && isUnavailable(code)) return `The database in DATABASE_URL cannot be reached (${code}).`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
