import { ConnectionError, TimeoutError } from './errors.ts';
import type { Settings } from './options.ts';
import { readBody } from './read-body.ts';

export interface Answer {
  readonly response: Response;
  readonly body: string;
}

/** One request, ready to be sent. */
export interface Outgoing {
  readonly url: string;
  readonly init: RequestInit;
  readonly timeout_ms: number;
  readonly signal: AbortSignal | undefined;
  readonly idempotencyKey: string | null;
}

/**
 * One try: sends a request and reads the whole answer, whatever it says.
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
  // Not left to `fetch` alone: some do not look at the signal once the headers have come, or at all.
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
      ? new TimeoutError(`No whole answer came from ${settings.base_url} within ${timeout_ms} ms.`, broken)
      : new ConnectionError(
          `The connection to ${settings.base_url} failed before the whole answer came.`,
          broken,
        );
  } finally {
    clearTimeout(timer);
    if (stop) signal?.removeEventListener('abort', stop);
  }
}
