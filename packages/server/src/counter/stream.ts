import type { CashierActor, Context } from '@guichet/core/platform';
import { customerWith, findTaken, listAwaited, type makeCheckoutWatch } from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import { pause } from '@guichet/kernel/wait';
import type { ServerSentEvent } from '../api-v1/operation.ts';
import type { Language } from '../checkout-page/page.ts';
import { sayOf } from './say.ts';
import { stateOf } from './state.ts';

/** Interval of the beats by which a till knows that it hears the service. */
const beat_ms = 5_000;
/** After this time the browser connects again, and is identified again: a till may have been disconnected. */
const stream_max_ms = 60_000;

type Ctx = Pick<Context, 'db' | 'clock' | 'tokens'>;

/**
 * Follows the payments of a shift whose outcome is awaited: a `payment` event for each change of one, with its state
 * and, if it is paid, the sentence to speak; a `beat` every few seconds. It ends after a minute.
 *
 * @param watch of the process, shared by all tills
 */
export async function* followShift(
  ctx: Ctx,
  watch: ReturnType<typeof makeCheckoutWatch>,
  { actor, language }: { readonly actor: CashierActor; readonly language: Language },
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  signal.addEventListener('abort', stop);
  const queue: ServerSentEvent[] = [];
  let woken = new AbortController();
  const push = (event: ServerSentEvent): void => {
    queue.push(event);
    woken.abort();
  };
  let failure: unknown;
  const follow = async (id: string, token: string): Promise<void> => {
    for await (const _ of await watch(customerWith(token), ending.signal)) {
      const payment = await findTaken(ctx, actor, id);
      if (!payment) return;
      const state = stateOf(payment);
      push({ event: 'payment', data: { id, state, say: state === 'paid' ? sayOf(payment, language) : '' } });
    }
  };
  try {
    for (const { id, token } of await listAwaited(ctx, actor)) {
      follow(id, token).catch((error: unknown) => {
        if (isOver(error)) return;
        failure = error;
        woken.abort();
      });
    }
    const until_ms = performance.now() + stream_max_ms;
    yield beat;
    while (!signal.aborted && performance.now() < until_ms) {
      if (failure !== undefined) throw failure;
      const next = queue.shift();
      if (next) {
        yield next;
        continue;
      }
      woken = new AbortController();
      signal.addEventListener('abort', () => woken.abort(), { once: true });
      await pause(beat_ms, woken.signal);
      if (!woken.signal.aborted) yield beat;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

const beat: ServerSentEvent = { event: 'beat', data: {} };

/** Whether a payment cannot be watched because its session is over: the page shows it as expired. */
function isOver(error: unknown): boolean {
  return (
    error instanceof AppError && (error.code === 'session_expired' || error.code === 'session_not_found')
  );
}
