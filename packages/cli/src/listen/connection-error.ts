/** The service could not be reached, or broke off: another try may succeed. */
export class ConnectionError extends Error {
  /** How long the service asked to wait; null where it did not. */
  readonly retry_after_ms: number | null;

  constructor(message: string, options: { cause?: unknown; retry_after_ms?: number | null } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ConnectionError';
    this.retry_after_ms = options.retry_after_ms ?? null;
  }
}
