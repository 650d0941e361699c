const cleanups = new Set<() => void>();

process.on('exit', () => {
  for (const cleanup of cleanups) cleanup();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Done if this process exits early. @returns cancels it */
export function beforeExit(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}
