import { readEnvironment } from './environment.ts';
import type { Logger } from './logger.ts';

/** The part of `fetch` that the library uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Headers to send besides the library's own: null takes one away, undefined changes nothing. */
export type ExtraHeaders = Readonly<Record<string, string | null | undefined>>;

/** How patient a call is, and what it sends besides. */
interface Patience {
  /** Milliseconds for one try, from connecting to the last byte of the answer. Default: 30,000. */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds for a whole call with its tries and the waits between them. Default: 120,000, which is room for three
   * tries that time out. A wait that would pass it is not begun: the call gives up at once with what it knows.
   */
  readonly deadline?: number | undefined;
  /** Tries after the first one. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** They cannot change `Authorization`, `Content-Type` and `Idempotency-Key`. */
  readonly headers?: ExtraHeaders | undefined;
}

export interface GuichetOptions extends Patience {
  /**
   * `svc_test_...` or `svc_live_...`. Keep it on your server: a live key is refused in a browser. Default: the
   * environment's `GUICHET_API_KEY`.
   */
  readonly apiKey?: string | undefined;
  /**
   * Address of the API up to and with its version. Default: the environment's `GUICHET_BASE_URL`, and without one
   * `http://localhost:3000/api/v1`, but never where `NODE_ENV` is `production`.
   */
  readonly baseUrl?: string | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Told of each try; nothing is logged without it. `console` will do, and so will pino. */
  readonly logger?: Logger | undefined;
}

/** What every call takes. */
export interface CallOptions extends Patience {
  /** Stops the call and the waits between its tries; the call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What a call that makes or changes something takes. */
export interface CreateOptions extends CallOptions {
  /** Made by the library when absent. Give your own to repeat the same call later, even after a restart. */
  readonly idempotencyKey?: string | undefined;
}

export interface Settings extends Limits {
  readonly api_key: string;
  /** Without a slash at the end. */
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

/** What timers of every runtime can hold: 2^31 - 1 ms, about 24 days. */
const time_max_ms = 2_147_483_647;
const defaults: Limits = { timeout_ms: 30_000, deadline_ms: 120_000, max_retries: 3 };

/** @throws TypeError naming the option that is wrong; never showing the key. */
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

/** The limits of one call, or of a client. @throws TypeError naming the option that is wrong. */
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
 * Text that can travel in a header: visible ASCII (RFC 9110 section 5.5), at most 255 characters of it; white space
 * around it is dropped.
 *
 * @throws TypeError naming `name`, without the text.
 */
export function headerText(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (/^[\x20-\x7e]{1,255}$/.test(text)) return text;
  throw new TypeError(`${name} must be a text of 1 to 255 visible ASCII characters.`);
}

function readTime(name: string, time_ms: number): number {
  if (Number.isFinite(time_ms) && time_ms > 0 && time_ms <= time_max_ms) return time_ms;
  throw new TypeError(`${name} must be a number of milliseconds from 1 to ${time_max_ms}.`);
}

function readKey(given: unknown): string {
  const key = given ?? readEnvironment('GUICHET_API_KEY');
  if (key !== undefined) return headerText('apiKey', key);
  throw new TypeError('apiKey is missing: give it, or set GUICHET_API_KEY.');
}

/** @throws TypeError in production, where a forgotten setting must not look for the service on the same machine. */
function usualBaseUrl(): string {
  const given = readEnvironment('GUICHET_BASE_URL');
  if (given !== undefined) return given;
  if (readEnvironment('NODE_ENV') !== 'production') return 'http://localhost:3000/api/v1';
  throw new TypeError(
    'baseUrl is missing: give it, or set GUICHET_BASE_URL, such as https://pay.example.com/api/v1.',
  );
}

function readBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TypeError('baseUrl is not a whole address, such as https://pay.example.com/api/v1.');
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must begin with https:// or http://.');
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must hold no user name, password, query or fragment.');
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

/** Looks behind once: every slash of a long row would be tried as the first one otherwise. */
function withoutSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}
