import { readAnswer } from './answer.ts';
import { exchange } from './exchange.ts';
import { type Ending, logTry } from './logger.ts';
import { type CallOptions, type CreateOptions, headerText, readLimits, type Settings } from './options.ts';
import { keepResponse } from './response.ts';
import { pause, retryDelay } from './retry.ts';
import { webCrypto } from './web-crypto.ts';

/** Query values by name; null and undefined are omitted. */
export type Query = Readonly<Record<string, string | number | null | undefined>>;

export interface Transport {
  /** @throws ApiError, ConnectionError, TimeoutError, or the signal's reason. */
  get<Data extends object>(path: string, options?: CallOptions, query?: Query): Promise<Data>;
  /** @throws ApiError, ConnectionError, TimeoutError, or the signal's reason. */
  post<Data extends object>(path: string, body: object | undefined, options?: CreateOptions): Promise<Data>;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query: string;
  readonly body: string | null;
  readonly options: CallOptions;
  readonly idempotencyKey: string | null;
}

/**
 * Makes the transport, which sends calls, limits the time of each attempt, and retries when that is safe and may
 * help.
 */
export function makeTransport(settings: Settings): Transport {
  return {
    async get(path, options = {}, query = {}) {
      const given = Object.entries(query).filter(([, value]) => (value ?? null) !== null);
      const text = String(new URLSearchParams(given as [string, string][]));
      return send(settings, {
        method: 'GET',
        path,
        query: text && `?${text}`,
        body: null,
        options,
        idempotencyKey: null,
      });
    },
    async post(path, body, options = {}) {
      const { idempotencyKey } = options;
      return send(settings, {
        method: 'POST',
        path,
        query: '',
        body: body === undefined ? null : JSON.stringify(body),
        options,
        idempotencyKey:
          idempotencyKey === undefined
            ? (await webCrypto()).randomUUID()
            : headerText('idempotencyKey', idempotencyKey),
      });
    },
  };
}

/**
 * Encodes one segment of a path.
 *
 * @throws TypeError for values that would change the path: an empty string, `.` and `..` (dots survive encoding).
 */
export function pathSegment(name: string, value: unknown): string {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`${name} is not an identifier.`);
}

async function send<Data extends object>(settings: Settings, call: Call): Promise<Data> {
  const { options, idempotencyKey } = call;
  const { signal } = options;
  const { timeout_ms, deadline_ms, max_retries } = readLimits(options, settings);
  const start_ms = performance.now();
  const leftMs = () => Math.max(0, start_ms + deadline_ms - performance.now());
  for (let retries = 0; ; retries += 1) {
    signal?.throwIfAborted();
    const log = startLog(settings, call, retries + 1);
    let response: Response | undefined;
    try {
      const answer = await exchange(settings, {
        url: settings.base_url + call.path + call.query,
        init: { method: call.method, headers: headersOf(settings, call, retries), body: call.body },
        timeout_ms: Math.min(timeout_ms, leftMs()),
        signal,
        idempotencyKey,
      });
      response = answer.response;
      const data = readAnswer<Data>(answer, idempotencyKey);
      log(keepResponse(data, response, { attempts: retries + 1, idempotencyKey }), null);
      return data;
    } catch (error) {
      const wanted_ms = retryDelay(error, retries, response?.headers.get('x-should-retry'));
      // A retry after the deadline would be useless, so a wait that ends at or after it is not started.
      const delay_ms = wanted_ms !== null && retries < max_retries && wanted_ms < leftMs() ? wanted_ms : null;
      log(Object(error), delay_ms);
      if (delay_ms === null) throw error;
      await pause(delay_ms, signal);
    }
  }
}

function headersOf(settings: Settings, call: Call, retries: number): Record<string, string> {
  const headers = new Headers({ Accept: 'application/json' });
  // Lets the service's log distinguish retries from new work.
  if (retries > 0) headers.set('X-Retry-Count', String(retries));
  for (const extra of [settings.headers, call.options.headers ?? {}]) {
    for (const [name, value] of Object.entries(extra)) {
      if (value === null) headers.delete(name);
      else if (value !== undefined) headers.set(name, value);
    }
  }
  headers.set('Authorization', `Bearer ${settings.api_key}`);
  if (call.body !== null) headers.set('Content-Type', 'application/json');
  if (call.idempotencyKey !== null) headers.set('Idempotency-Key', call.idempotencyKey);
  // A plain record, because wrappers of `fetch` tend to spread it.
  return Object.fromEntries(headers);
}

/** Starts timing an attempt. @returns a function that logs the attempt, if there is a logger */
function startLog({ logger }: Settings, { method, path, idempotencyKey }: Call, attempt: number) {
  const start_ms = performance.now();
  return (ending: Ending, retry_in_ms: number | null): void => {
    if (!logger) return;
    const duration_ms = Math.round(performance.now() - start_ms);
    logTry(
      logger,
      { method, path, attempt, duration_ms, idempotency_key: idempotencyKey, retry_in_ms },
      ending,
    );
  };
}
