import type { Exchange } from '@guichet/operators/http/contract';
import type { Context } from '../platform/context.ts';
import { insertOperatorCall, type OperatorCall, trimOperatorCalls } from './queries.ts';

/** An object with fewer inquiries than this has fewer calls than are kept, whatever other calls were made. */
const many_inquiries = 30;

/** The subject of a call to a provider. */
export interface Called {
  readonly merchant_id: string;
  /** The id of the attempt, payout or refund. */
  readonly id: string;
  readonly verb: OperatorCall['verb'];
  /** Number of inquiries including this one, if known. */
  readonly inquiries?: number;
  /** Texts that must not be stored: the customer's number and names, one-time codes. */
  readonly sensitive: readonly (string | null)[];
}

/**
 * Stores the exchange with a provider, for support. A failure to store it is logged and never loses the result
 * of the call.
 */
export async function keepExchanges(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  { merchant_id, id, verb, inquiries = many_inquiries }: Called,
  exchanges: readonly Exchange[],
): Promise<void> {
  // The sandbox makes no requests.
  if (exchanges.length === 0) return;
  try {
    const key = { merchant_id, object_id: id };
    await insertOperatorCall(ctx.db, { ...key, verb, exchanges, created_at: ctx.clock.now() });
    // Only inquiries are repeated without limit.
    if (verb === 'inquiry' && inquiries >= many_inquiries) await trimOperatorCalls(ctx.db, key);
  } catch (error) {
    ctx.log.warn({ id, err: error }, 'an exchange with an operator could not be stored');
  }
}
