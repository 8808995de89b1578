/** The part of `fetch` that the library uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface GuichetOptions {
  /** `svc_test_...` or `svc_live_...`. Keep it on your server. */
  readonly apiKey: string;
  /** Address of the API up to and with its version. Default: `http://localhost:3000/api/v1`. */
  readonly baseUrl?: string | undefined;
  /** Milliseconds for one try, from connecting to the last byte of the answer. Default: 30,000. */
  readonly timeout?: number | undefined;
  /** Tries after the first one. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** Used instead of the global `fetch`. It must obey `init.signal`, or timeouts and stops have no effect. */
  readonly fetch?: Fetch | undefined;
}

export interface Settings {
  readonly api_key: string;
  /** Without a slash at the end. */
  readonly base_url: string;
  readonly timeout_ms: number;
  readonly max_retries: number;
  readonly fetch: Fetch;
}

/** What timers of every runtime can hold: 2^31 - 1 ms, about 24 days. */
const timeout_max_ms = 2_147_483_647;

/** @throws TypeError naming the option that is wrong; never showing the key. */
export function readOptions(options: GuichetOptions): Settings {
  const { timeout = 30_000, maxRetries = 3 } = options;
  if (!(Number.isFinite(timeout) && timeout > 0 && timeout <= timeout_max_ms)) {
    throw new TypeError(`timeout must be a number of milliseconds from 1 to ${timeout_max_ms}.`);
  }
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0)) {
    throw new TypeError('maxRetries must be a whole number, 0 or more.');
  }
  return {
    api_key: headerText('apiKey', options.apiKey),
    base_url: readBaseUrl(options.baseUrl ?? 'http://localhost:3000/api/v1'),
    timeout_ms: timeout,
    max_retries: maxRetries,
    // Called without a receiver: some runtimes refuse `fetch` as a method of another object.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
  };
}

/**
 * Text that can travel in a header: visible ASCII (RFC 9110 section 5.5); white space around it is dropped.
 *
 * @throws TypeError naming `name`, without the text.
 */
export function headerText(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new TypeError(`${name} must be a text of visible ASCII characters without spaces.`);
  }
  return text;
}

function readBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new TypeError('baseUrl is not a whole address, such as https://pay.example.com/api/v1.', { cause });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError('baseUrl must begin with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must hold no user name, password, query or fragment.');
  }
  return url.href.replace(/\/+$/, '');
}
