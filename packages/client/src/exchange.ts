import { ConnectionError, TimeoutError } from './errors.ts';
import type { Settings } from './options.ts';
import { readBody } from './read-body.ts';

export interface Answer {
  readonly response: Response;
  readonly body: string;
}

/** A request that is ready to be sent. */
export interface Outgoing {
  readonly url: string;
  readonly init: RequestInit;
  readonly timeout_ms: number;
  readonly signal: AbortSignal | undefined;
  readonly idempotencyKey: string | null;
}

/**
 * Makes one attempt: sends a request and reads the whole response, whatever its status.
 *
 * @throws ConnectionError, TimeoutError, or the signal's reason.
 */
export async function exchange(settings: Settings, outgoing: Outgoing): Promise<Answer> {
  const { url, init, timeout_ms, signal, idempotencyKey } = outgoing;
  const controller = new AbortController();
  let response: Response | undefined;
  const work = async (): Promise<Answer> => {
    // Redirects are not followed: they would carry the key elsewhere and turn a POST into a GET.
    response = await settings.fetch(url, { ...init, redirect: 'manual', signal: controller.signal });
    return { response, body: await readBody(response) };
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  let timedOut = false;
  // The signal is not left to `fetch` alone: some implementations ignore it, at least once the headers have
  // arrived.
  const stopped = new Promise<never>((_, reject) => {
    stop = () => {
      controller.abort();
      reject();
    };
    timer = setTimeout(() => {
      timedOut = true;
      stop?.();
    }, timeout_ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

  try {
    return await Promise.race([work(), stopped]);
  } catch (cause) {
    signal?.throwIfAborted();
    const { status = null, headers } = response ?? {};
    const broken = { status, requestId: headers?.get('x-request-id') ?? null, idempotencyKey, cause };
    throw timedOut
      ? new TimeoutError(`No complete response from ${settings.base_url} within ${timeout_ms} ms.`, broken)
      : new ConnectionError(
          `The connection to ${settings.base_url} failed before the response ended.`,
          broken,
        );
  } finally {
    clearTimeout(timer);
    if (stop) signal?.removeEventListener('abort', stop);
  }
}
