/** What is said of one try. It holds no key, no token, no header and no body. */
export interface LogLine {
  /** For people: `GET /payments/pay_1: 503, again in 420 ms`. */
  readonly message: string;
  readonly method: string;
  /** Below the base address, without its query; a session token is left out. */
  readonly path: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** From sending to the end of the answer, or to giving up on it. */
  readonly duration_ms: number;
  /** HTTP status; null when none came. */
  readonly status: number | null;
  readonly code: string | null;
  readonly request_id: string | null;
  /** The same on all tries of one call; null for a call that changes nothing. */
  readonly idempotency_key: string | null;
  /** Null when this try was the last. */
  readonly retry_in_ms: number | null;
}

/** One line a try: `debug` when it ends the call, whatever the end, `warn` when another try follows. */
export interface Logger {
  debug(line: LogLine): void;
  warn(line: LogLine): void;
}

/** How a try ended: in a response, in one of our errors, or in anything else that was thrown. */
export type Ending = Partial<Record<'status' | 'code' | 'requestId', unknown>>;

/** Writes the line of one try. A logger that breaks breaks nothing else: the payment is more important than its log. */
export function logTry(
  logger: Logger,
  facts: Pick<LogLine, 'method' | 'path' | 'attempt' | 'duration_ms' | 'idempotency_key' | 'retry_in_ms'>,
  { status = null, code = null, requestId = null }: Ending,
): void {
  const { method, retry_in_ms } = facts;
  // The token of a session is the right to pay it.
  const path = facts.path.replace(/^(\/checkout\/)(?!initialize$)[^/]+/, '$1{token}');
  const again = retry_in_ms === null ? '' : `, again in ${Math.round(retry_in_ms)} ms`;
  const message = `${method} ${path}: ${status ?? code ?? 'stopped'}${again}`;
  const line = { message, ...facts, path, status, code, request_id: requestId } as LogLine;
  try {
    if (again) logger.warn(line);
    else logger.debug(line);
  } catch {
    // Said above.
  }
}
