/** Thrown when the service cannot be reached or closes the connection. Connecting again may succeed. */
export class ConnectionError extends Error {
  /** The wait that the service asked for; null if it asked for none. */
  readonly retry_after_ms: number | null;

  constructor(message: string, options: { cause?: unknown; retry_after_ms?: number | null } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ConnectionError';
    this.retry_after_ms = options.retry_after_ms ?? null;
  }
}
