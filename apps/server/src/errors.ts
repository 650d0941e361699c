/** A backup cannot be made or restored; the message says how to correct it. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The embedded database does not start, or has stopped by itself. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}
