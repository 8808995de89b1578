/**
 * Thrown when the port is taken or the address is not one of this machine's: a mistake in the settings, not in the
 * code.
 */
export class ListenError extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = 'ListenError';
  }
}
