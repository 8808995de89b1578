import { readAnswer } from './answer.ts';
import { ConnectionError, TimeoutError } from './errors.ts';
import { headerText, type Settings } from './options.ts';
import { pause, retryDelay } from './retry.ts';
import { webCrypto } from './web-crypto.ts';

/** What every call takes. */
export interface CallOptions {
  /** Stops the call and the waits between its tries; the call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What a call that makes something takes. */
export interface CreateOptions extends CallOptions {
  /** Made by the library when absent. Give your own to repeat the same call later, even after a restart. */
  readonly idempotencyKey?: string | undefined;
}

export interface Transport {
  /** @throws ApiError, ConnectionError, TimeoutError, or the signal's reason. */
  get<Data>(path: string, options?: CallOptions): Promise<Data>;
  /** @throws ApiError, ConnectionError, TimeoutError, or the signal's reason. */
  post<Data>(path: string, body: unknown, options?: CreateOptions): Promise<Data>;
}

interface Call {
  readonly url: string;
  readonly init: RequestInit;
  readonly idempotency_key: string | null;
  readonly signal: AbortSignal | undefined;
}

/** Sends calls, each try under the time limit, and tries again where that is safe and may help. */
export function makeTransport(settings: Settings): Transport {
  const headers = { Authorization: `Bearer ${settings.api_key}`, Accept: 'application/json' };
  return {
    get(path, { signal } = {}) {
      const init = { method: 'GET', headers };
      return send(settings, { url: settings.base_url + path, init, idempotency_key: null, signal });
    },
    async post(path, body, { signal, idempotencyKey } = {}) {
      const key =
        idempotencyKey === undefined
          ? (await webCrypto()).randomUUID()
          : headerText('idempotencyKey', idempotencyKey);
      const init = {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      };
      return send(settings, { url: settings.base_url + path, init, idempotency_key: key, signal });
    },
  };
}

/**
 * One segment of a path.
 *
 * @throws TypeError for what would lead to another path: an empty text, `.` and `..` (dots survive escaping).
 */
export function pathSegment(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError(`${name} is not an identifier.`);
  return encodeURIComponent(value);
}

async function send<Data>(settings: Settings, call: Call): Promise<Data> {
  for (let retries = 0; ; retries += 1) {
    call.signal?.throwIfAborted();
    try {
      return await tryOnce<Data>(settings, call);
    } catch (error) {
      const delay_ms = retries < settings.max_retries ? retryDelay(error, retries) : null;
      if (delay_ms === null) throw error;
      await pause(delay_ms, call.signal);
    }
  }
}

async function tryOnce<Data>(settings: Settings, call: Call): Promise<Data> {
  const { signal, idempotency_key: idempotencyKey } = call;
  const controller = new AbortController();
  const stop = () => controller.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, settings.timeout_ms);
  signal?.addEventListener('abort', stop, { once: true });

  let response: Response;
  let body: string;
  try {
    // Redirects are not followed: they would carry the key elsewhere and turn a POST into a GET.
    response = await settings.fetch(call.url, {
      ...call.init,
      redirect: 'manual',
      signal: controller.signal,
    });
    body = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    if (timedOut) {
      const message = `No whole answer came from ${settings.base_url} within ${settings.timeout_ms} ms.`;
      throw new TimeoutError(message, { idempotencyKey, cause });
    }
    const message = `The connection to ${settings.base_url} failed before the whole answer came.`;
    throw new ConnectionError(message, { idempotencyKey, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
  return readAnswer<Data>(response, body, idempotencyKey);
}
