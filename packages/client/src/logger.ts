/** Log entry of one attempt. It contains no key, token, header or body. */
export interface LogLine {
  /** Human-readable text: `GET /payments/pay_1: 503, again in 420 ms`. */
  readonly message: string;
  readonly method: string;
  /** Path below the base address, without the query and without session tokens. */
  readonly path: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Time from sending until the response ended or the attempt was abandoned. */
  readonly duration_ms: number;
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly code: string | null;
  readonly request_id: string | null;
  /** Idempotency key, the same for all attempts of one call; null for a call that changes nothing. */
  readonly idempotency_key: string | null;
  /** Wait before the next attempt; null if this one was the last. */
  readonly retry_in_ms: number | null;
}

/** Logger with one line per attempt: `debug` for the last attempt of a call, `warn` if another attempt follows. */
export interface Logger {
  debug(line: LogLine): void;
  warn(line: LogLine): void;
}

/** Outcome of an attempt: a response, one of our errors, or anything else that was thrown. */
export type Ending = Partial<Record<'status' | 'code' | 'requestId', unknown>>;

/** Logs one attempt. A logger that throws is ignored: the payment matters more than its log. */
export function logTry(
  logger: Logger,
  facts: Pick<LogLine, 'method' | 'path' | 'attempt' | 'duration_ms' | 'idempotency_key' | 'retry_in_ms'>,
  { status = null, code = null, requestId = null }: Ending,
): void {
  const { method, retry_in_ms } = facts;
  // The token is removed, because anyone who has the token of a session can pay it.
  const path = facts.path.replace(/^(\/checkout\/)(?!initialize$)[^/]+/, '$1{token}');
  const again = retry_in_ms === null ? '' : `, again in ${Math.round(retry_in_ms)} ms`;
  const message = `${method} ${path}: ${status ?? code ?? 'stopped'}${again}`;
  const line = { message, ...facts, path, status, code, request_id: requestId } as LogLine;
  try {
    if (again) logger.warn(line);
    else logger.debug(line);
  } catch {
    // See above.
  }
}
