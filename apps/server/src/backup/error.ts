/** A backup that cannot be made or restored; the message says how to mend it. */
export class BackupError extends Error {
  override name = 'BackupError';
}
