import { ApiError, ConnectionError } from './errors.ts';

const backoff_base_ms = 500;
const backoff_max_ms = 8_000;
const retry_after_max_ms = 30_000;

/**
 * Milliseconds to wait before the next try, or null when another try would not help.
 * Full jitter (any time up to the bound) keeps clients that failed together from coming back together.
 *
 * @param retries how many retries were made already.
 */
export function retryDelay(
  error: unknown,
  retries: number,
  random: () => number = Math.random,
): number | null {
  if (error instanceof ApiError) {
    const passing = error.status === 408 || error.status === 429 || error.status >= 500;
    if (!passing) return null;
    if (error.retryAfter !== null) return Math.min(error.retryAfter * 1000, retry_after_max_ms);
  } else if (!(error instanceof ConnectionError)) {
    return null;
  }
  return random() * Math.min(backoff_base_ms * 2 ** retries, backoff_max_ms);
}

/**
 * Seconds asked for by `Retry-After`, which holds seconds or a date (RFC 9110 section 10.2.3); null when there is none.
 */
export function readRetryAfter(header: string | null, now_ms: number = Date.now()): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  // HTTP dates end so; without it, Date.parse would take almost anything for a date.
  const date_ms = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date_ms) ? null : Math.max(0, (date_ms - now_ms) / 1000);
}

/** Waits, but not longer than the signal allows. @throws the signal's reason. */
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
