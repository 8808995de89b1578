import { ApiError, ConnectionError } from './errors.ts';

const backoff_base_ms = 500;
const backoff_max_ms = 8_000;
const retry_after_max_ms = 30_000;

/**
 * Returns the milliseconds to wait before the next attempt, or null if a further attempt would not help. Full
 * jitter (any time up to the bound) prevents clients that failed together from retrying together.
 *
 * @param retries number of retries so far.
 * @param verdict the response's `X-Should-Retry`: `true` or `false` decides, regardless of the status.
 */
export function retryDelay(
  error: unknown,
  retries: number,
  verdict: string | null = null,
  random: () => number = Math.random,
): number | null {
  if (error instanceof ApiError) {
    if (verdict === 'false' || (verdict !== 'true' && !isPassing(error))) return null;
    if (error.retryAfter !== null) return Math.min(error.retryAfter * 1000, retry_after_max_ms);
  } else if (!(error instanceof ConnectionError)) {
    return null;
  }
  return random() * Math.min(backoff_base_ms * 2 ** retries, backoff_max_ms);
}

function isPassing({ status, code }: ApiError): boolean {
  return status === 408 || status === 429 || status >= 500 || code === 'idempotency_key_in_use';
}

/**
 * Returns the seconds that the response asks the client to wait; null if it specifies none. `Retry-After` contains
 * seconds or a date (RFC 9110, section 10.2.3). Without it, an exhausted `RateLimit` states when there will be
 * quota again (draft-ietf-httpapi-ratelimit-headers: `"key";r=0;t=5`).
 */
export function readRetryAfter(headers: Headers, now_ms: number = Date.now()): number | null {
  const text =
    headers.get('retry-after') ?? /;\s*r=0;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1] ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // HTTP dates end in GMT; without this check Date.parse would accept almost anything.
  const date_ms = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date_ms) ? null : Math.max(0, (date_ms - now_ms) / 1000);
}

/** Waits until the time is up or the signal aborts. @throws the signal's reason. */
export function pause(duration_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, duration_ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
