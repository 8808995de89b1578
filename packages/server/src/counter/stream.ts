import type { CashierActor, Context } from '@guichet/core/platform';
import {
  customerWith,
  findTaken,
  listTaken,
  type makeCheckoutWatch,
  type TakenPayment,
} from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import { pause } from '@guichet/kernel/wait';
import type { ServerSentEvent } from '../api-v1/operation.ts';
import type { Language } from '../checkout-page/page.ts';
import { sayOf } from './say.ts';
import { stateOf } from './state.ts';

/** Interval of the beats by which a till knows that it hears the service. */
const beat_ms = 5_000;
/** After so many beats it is checked that the till and its cashier are still the same. */
const beats_of_a_check = 12;
/** The newest payments of a shift, which are followed; what becomes of older ones is shown without a sound. */
const followed_max = 30;

type Ctx = Pick<Context, 'db' | 'clock' | 'tokens'>;

/** The till that listens. */
export interface Listener {
  readonly actor: CashierActor;
  readonly language: Language;
  /** Whether the till is still paired, and its cashier still signed in. */
  isStillThere(): Promise<boolean>;
}

/**
 * Follows the newest payments of a shift: a `payment` event for each, then for each change of one, with its state and,
 * if it is paid, the sentence to speak; a `beat` every few seconds. What changed before the till connected is therefore
 * told too. It ends when the till or its cashier is gone.
 *
 * @param watch of the process, shared by all tills
 */
export async function* followShift(
  ctx: Ctx,
  watch: ReturnType<typeof makeCheckoutWatch>,
  { actor, language, isStillThere }: Listener,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  signal.addEventListener('abort', stop);
  const channel = makeChannel();
  signal.addEventListener('abort', channel.wake);
  const follow = async (id: string, token: string): Promise<void> => {
    for await (const _ of await watch(customerWith(token), ending.signal)) {
      const payment = await findTaken(ctx, actor, id);
      if (!payment) return;
      channel.push(eventOf(payment, language));
    }
  };
  try {
    for (const payment of (await listTaken(ctx, actor, followed_max)).reverse()) {
      channel.push(eventOf(payment, language));
      if (mayChange(payment)) follow(payment.id, payment.token).catch(channel.fail);
    }
    yield beat;
    for (let beats = 1; !signal.aborted; ) {
      const next = channel.next();
      if (next) yield next;
      else if (await channel.isSilentFor(beat_ms)) {
        if (beats++ % beats_of_a_check === 0 && !(await isStillThere())) return;
        yield beat;
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
    signal.removeEventListener('abort', channel.wake);
    stop();
  }
}

const beat: ServerSentEvent = { event: 'beat', data: {} };

function eventOf(payment: TakenPayment, language: Language): ServerSentEvent {
  const state = stateOf(payment);
  const say = state === 'paid' ? sayOf(payment, language) : '';
  return { event: 'payment', data: { id: payment.id, state, say } };
}

function mayChange({ status }: TakenPayment): boolean {
  return status === 'pending' || status === 'processing' || status === 'failed';
}

/** Makes the queue between what is followed and what is sent. */
function makeChannel() {
  const queue: ServerSentEvent[] = [];
  let failure: unknown;
  let woken = new AbortController();
  const wake = (): void => woken.abort();
  return {
    wake,
    push: (event: ServerSentEvent): void => {
      queue.push(event);
      wake();
    },
    /** Ends the stream with an error, unless only the session of one payment is over: its page shows that. */
    fail: (error: unknown): void => {
      if (error instanceof AppError && sessions_over.has(error.code)) return;
      failure = error;
      wake();
    },
    /** @throws the error with which something failed */
    next: (): ServerSentEvent | undefined => {
      if (failure !== undefined) throw failure;
      return queue.shift();
    },
    /** @returns true if nothing happened during the time */
    isSilentFor: async (time_ms: number): Promise<boolean> => {
      woken = new AbortController();
      if (queue.length > 0 || failure !== undefined) return false;
      await pause(time_ms, woken.signal);
      return !woken.signal.aborted;
    },
  };
}

const sessions_over: ReadonlySet<string> = new Set(['session_expired', 'session_not_found']);
