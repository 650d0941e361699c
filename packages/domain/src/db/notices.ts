import type { Notice } from 'postgres';

/** Stored, and confirmed by no standby: it is gone if the server is lost now. */
class NotReplicatedError extends Error {
  override readonly name = 'NotReplicatedError';
  readonly code = 'COMMIT_NOT_REPLICATED';
}

let listener: (warning: { code: string; message: string }) => void = () => {};

/** Sets the listener to the database's warnings, which hears of one code once a minute at the most. */
export function onWarning(listen: typeof listener): void {
  listener = listen;
}

const minute = 60_000;
const lastReported = new Map<string, number>();

/**
 * A notice of the database's, for the driver.
 * @returns an error if the statement did not do what it is taken for. PostgreSQL ends a cancelled wait for a synchronous
 * standby with a warning, in the language of the server; the routine that says it is always called the same.
 */
export function handleNotice({ severity, code = '', message = '', routine }: Notice): Error | undefined {
  if (routine === 'SyncRepWaitForLSN') return new NotReplicatedError(message);
  const now = performance.now();
  if (severity !== 'WARNING' || now - (lastReported.get(code) ?? -minute) < minute) return undefined;
  lastReported.set(code, now);
  listener({ code, message });
  return undefined;
}
