import { readEnvironment } from './environment.ts';
import type { Logger } from './logger.ts';

/** The part of `fetch` that the library uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Additional headers: null removes one, undefined leaves it unchanged. */
export type ExtraHeaders = Readonly<Record<string, string | null | undefined>>;

/** Time limits, retries and additional headers of a call. */
interface Patience {
  /**
   * Time limit of one attempt in milliseconds, from connecting to the last byte of the response. Default: 30,000.
   */
  readonly timeout?: number | undefined;
  /**
   * Time limit of a whole call in milliseconds, including all attempts and the waits between them. Default:
   * 120,000, enough for three attempts that time out. A wait that would exceed it is not started: the call fails
   * immediately with the last error.
   */
  readonly deadline?: number | undefined;
  /** Number of attempts after the first one. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** Additional headers, except `Authorization`, `Content-Type` and `Idempotency-Key`. */
  readonly headers?: ExtraHeaders | undefined;
}

export interface GuichetOptions extends Patience {
  /**
   * `svc_test_...` or `svc_live_...`. Keep it on your server: a live key is refused in a browser. Default: the
   * environment variable `GUICHET_API_KEY`.
   */
  readonly apiKey?: string | undefined;
  /**
   * Address of the API including its version. Default: the environment variable `GUICHET_BASE_URL`, or
   * `http://localhost:3000/api/v1` unless `NODE_ENV` is `production`.
   */
  readonly baseUrl?: string | undefined;
  /** Implementation to use instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Logger for each attempt, such as `console` or pino. Nothing is logged without it. */
  readonly logger?: Logger | undefined;
}

/** Options of every call. */
export interface CallOptions extends Patience {
  /**
   * Aborts the call, including waits between attempts; the call then throws the signal's reason, as `fetch` does. An
   * aborted request may have been carried out, and the reason does not contain the idempotency key: pass your own
   * `idempotencyKey` to calls that create something. To limit the time, use `deadline`, whose errors
   * contain the key, rather than `AbortSignal.timeout`.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that creates or changes something. */
export interface CreateOptions extends CallOptions {
  /**
   * Key that makes the call safe to repeat. Default: a generated one, which the errors of the library contain. Pass
   * your own to repeat the call after a restart, or after an abort by `signal`.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface Settings extends Limits {
  readonly api_key: string;
  /** Base address without a trailing slash. */
  readonly base_url: string;
  readonly fetch: Fetch;
  readonly headers: ExtraHeaders;
  readonly logger: Logger | undefined;
}

export interface Limits {
  readonly timeout_ms: number;
  readonly deadline_ms: number;
  readonly max_retries: number;
}

/** Longest timer that every runtime supports: 2^31 - 1 ms, about 24 days. */
const time_max_ms = 2_147_483_647;
const defaults: Limits = { timeout_ms: 30_000, deadline_ms: 120_000, max_retries: 3 };

/** Validates the options. @throws TypeError that identifies the invalid option, without revealing the key. */
export function readOptions(options: GuichetOptions): Settings {
  const api_key = readKey(options.apiKey);
  const { window } = globalThis as { window?: { document?: unknown } };
  if (api_key.startsWith('svc_live_') && window?.document) {
    throw new TypeError(
      'A live key must not be in a browser, where anybody can read it. Call from your server.',
    );
  }
  return {
    ...readLimits(options, defaults),
    api_key,
    base_url: readBaseUrl(options.baseUrl ?? usualBaseUrl()),
    // Called without a receiver: some runtimes refuse `fetch` as a method of another object.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    headers: options.headers ?? {},
    logger: options.logger,
  };
}

/** Validates the limits of a call or a client. @throws TypeError that identifies the invalid option. */
export function readLimits(options: Patience, otherwise: Limits): Limits {
  const max_retries = options.maxRetries ?? otherwise.max_retries;
  if (!(Number.isInteger(max_retries) && max_retries >= 0)) {
    throw new TypeError('maxRetries must be a whole number, 0 or more.');
  }
  return {
    timeout_ms: readTime('timeout', options.timeout ?? otherwise.timeout_ms),
    deadline_ms: readTime('deadline', options.deadline ?? otherwise.deadline_ms),
    max_retries,
  };
}

/**
 * Validates text for a header: visible ASCII (RFC 9110, section 5.5), at most 255 characters, trimmed.
 *
 * @throws TypeError with `name`, but without the text.
 */
export function headerText(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (/^[\x20-\x7e]{1,255}$/.test(text)) return text;
  throw new TypeError(`${name} must be 1 to 255 visible ASCII characters.`);
}

function readTime(name: string, time_ms: number): number {
  if (Number.isFinite(time_ms) && time_ms > 0 && time_ms <= time_max_ms) return time_ms;
  throw new TypeError(`${name} must be a number of milliseconds from 1 to ${time_max_ms}.`);
}

function readKey(given: unknown): string {
  const key = given ?? readEnvironment('GUICHET_API_KEY');
  if (key !== undefined) return headerText('apiKey', key);
  throw new TypeError('apiKey is missing: pass it, or set GUICHET_API_KEY.');
}

/**
 * Returns the address from the environment, or the local default. @throws TypeError in production, where a missing
 * setting must not fall back to this machine.
 */
function usualBaseUrl(): string {
  const given = readEnvironment('GUICHET_BASE_URL');
  if (given !== undefined) return given;
  if (readEnvironment('NODE_ENV') !== 'production') return 'http://localhost:3000/api/v1';
  throw new TypeError(
    'baseUrl is missing: pass it, or set GUICHET_BASE_URL, such as https://pay.example.com/api/v1.',
  );
}

function readBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TypeError('baseUrl is not a complete URL, such as https://pay.example.com/api/v1.');
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must begin with https:// or http://.');
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must have no user name, password, query or fragment.');
  }
  const address = withoutSlash(url.href);
  if (!/\/v\d+$/.test(withoutSlash(url.pathname))) {
    throw new TypeError(
      `baseUrl must end with the version of the API: ${suggest(url)} instead of ${address}.`,
    );
  }
  return address;
}

function suggest({ origin, pathname }: URL): string {
  const path = withoutSlash(pathname);
  return `${origin}${path === '' ? '/api' : path}/v1`;
}

/** Removes trailing slashes. The lookbehind keeps a long row of slashes from taking quadratic time. */
function withoutSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}
