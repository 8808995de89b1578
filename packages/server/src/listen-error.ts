/** The port is taken, or the address is not ours: something to mend in the settings, not a fault of the code. */
export class ListenError extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = 'ListenError';
  }
}
