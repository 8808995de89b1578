import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { claimKey, type Done, type Once } from '../../platform/idempotency/once.ts';
import { findIdempotencyKey, saveAnswer } from '../../platform/idempotency/queries.ts';
import { keepTokens, showTokens } from '../../platform/secrets/keep-tokens.ts';
import { lockPayment, type Payment } from '../queries.ts';
import { describeAgain } from './describe.ts';
import type { Session } from './queries.ts';
import type { CheckoutObject } from './schemas.ts';

/** A request that has not answered by then died on the way: this is longer than any call to an operator. */
const died_after_ms = 30_000;

/**
 * Does once for each key what takes a call to an operator, and so more than one transaction. The key is committed with
 * what `begin` writes, before the call; the answer is kept when the operator's answer has been taken in. What `begin`
 * refuses keeps nothing. Who comes with the key of a request that died on the way gets the session as it is then, and
 * nothing is sent again.
 *
 * @param begin runs in the transaction that holds the payment; what it returns makes the call
 * @throws AppError `idempotency_key_reused`, `idempotency_key_in_use`, and what `begin` throws
 */
export async function payOnce(
  ctx: Pick<Context, 'db' | 'pool' | 'clock' | 'connectors' | 'tokens'>,
  session: Session,
  once: Once | null,
  begin: (tx: Connection, payment: Payment) => Promise<() => Promise<void>>,
): Promise<Done<CheckoutObject>> {
  const { merchant_id, mode, payment_id } = session;
  const who = { merchant_id, mode, scope: payment_id, object_id: payment_id };
  const begun = await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, merchant_id, payment_id);
    const earlier = once && (await findEarlier(tx, who, once, ctx.clock.now()));
    return earlier ?? { call: await begin(tx, payment) };
  });
  if ('answer' in begun) {
    return { value: showTokens(ctx.tokens, JSON.parse(begun.answer)), replayed: true };
  }
  if ('died' in begun) return { value: await describeAgain(ctx, session), replayed: true };
  await begun.call();
  const value = await describeAgain(ctx, session);
  if (once) {
    const answer = JSON.stringify(keepTokens(value));
    await saveAnswer(ctx.db, { ...who, key: once.key }, answer);
  }
  return { value, replayed: false };
}

/**
 * What became of an earlier request with the same key; null when there was none, and then the key is taken. All who
 * take keys of one payment hold the payment, so nobody comes between.
 */
async function findEarlier(
  tx: Connection,
  who: Parameters<typeof claimKey>[1],
  once: Once,
  at: Date,
): Promise<{ answer: string } | { died: true } | null> {
  const found = await findIdempotencyKey(tx, { ...who, key: once.key });
  const isSame = found?.request_hash.equals(once.request_hash) ?? false;
  if (
    found &&
    isSame &&
    found.answer === null &&
    at.getTime() - found.created_at.getTime() >= died_after_ms
  ) {
    return { died: true };
  }
  const answer = await claimKey(tx, who, once, at);
  return answer === null ? null : { answer };
}
