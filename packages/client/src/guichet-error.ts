/** Base class of all errors of this library. */
export class GuichetError extends Error {
  override name = 'GuichetError';
}
