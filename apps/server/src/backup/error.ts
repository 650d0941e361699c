/** A backup cannot be made or restored; the message says how to correct it. */
export class BackupError extends Error {
  override name = 'BackupError';
}
