/** The embedded database does not start, or has stopped by itself. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}
