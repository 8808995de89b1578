import type { Exchange } from '@guichet/operators/http/contract';
import type { Context } from '../platform/context.ts';
import { insertOperatorCall, type OperatorCall, trimOperatorCalls } from './queries.ts';

/** Before that there are fewer calls than are kept, whatever was said beside the look-ups. */
const many_look_ups = 30;

/** What a call to a provider is about. */
export interface Called {
  readonly merchant_id: string;
  /** Of the attempt, payout or refund. */
  readonly id: string;
  readonly verb: OperatorCall['verb'];
  /** How many look-ups there were with this one, where that is known. */
  readonly look_ups?: number;
  /** What must not be kept: the customer's number and names, one-time codes. */
  readonly sensitive: readonly (string | null)[];
}

/**
 * Keeps what was said to a provider, for support. It is no reason to lose the provider's answer: what cannot be kept
 * is logged.
 */
export async function keepExchanges(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  { merchant_id, id, verb, look_ups = many_look_ups }: Called,
  exchanges: readonly Exchange[],
): Promise<void> {
  // The sandbox has nobody to talk to.
  if (exchanges.length === 0) return;
  try {
    const key = { merchant_id, object_id: id };
    await insertOperatorCall(ctx.db, { ...key, verb, exchanges, created_at: ctx.clock.now() });
    // Only look-ups go on and on.
    if (verb === 'look_up' && look_ups >= many_look_ups) await trimOperatorCalls(ctx.db, key);
  } catch (error) {
    ctx.log.warn({ id, err: error }, 'what was said to an operator could not be kept');
  }
}
