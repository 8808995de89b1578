/** What every error of this library is. */
export class GuichetError extends Error {
  override name = 'GuichetError';
}
