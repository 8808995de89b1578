import { pause } from '@guichet/kernel/wait';
import { ConnectionError } from './connection-error.ts';
import { readStream, type StreamedEvent, type StreamSource } from './read-stream.ts';

/**
 * The delay before reconnecting: doubled each time, with up to 50 % jitter so that clients do not all reconnect at
 * once.
 */
const first_wait_ms = 500;
const wait_max_ms = 15_000;

/** The connection changes that are reported. */
export interface ConnectionNews {
  onConnected(): void;
  /** Called once per outage. */
  onLost(reason: string): void;
}

/**
 * Yields the events of a merchant as they happen, until the signal aborts. A broken connection is reopened and
 * resumes after the last event, so that no event is missed or repeated.
 *
 * @param after id of the event to resume after; null to start now
 * @throws AppError if the service refuses the request, for example because of the key
 */
export async function* followEvents(
  source: StreamSource,
  after: string | null,
  news: ConnectionNews,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  let last = after;
  let tries = 0;
  let isLost = false;
  const on = {
    open: (): void => {
      tries = 0;
      isLost = false;
      news.onConnected();
    },
    place: (id: string): void => {
      last = id;
    },
  };
  while (!signal.aborted) {
    let retry_after_ms: number | null = null;
    let reason = 'the service ended the stream';
    try {
      yield* readStream(source, last, on, signal);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      ({ message: reason, retry_after_ms } = error);
    }
    if (signal.aborted) return;
    if (!isLost) news.onLost(reason);
    isLost = true;
    await pause(retry_after_ms ?? waitOf(tries++), signal);
  }
}

function waitOf(tries: number): number {
  // Jitter.
  return Math.min(wait_max_ms, first_wait_ms * 2 ** tries) * (0.5 + Math.random() / 2);
}
