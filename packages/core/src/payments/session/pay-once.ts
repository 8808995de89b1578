import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { inGroup } from '../../platform/groups/in-group.ts';
import { findIdempotencyKey, saveAnswer } from '../../platform/idempotency/queries.ts';
import {
  claimKey,
  type IdempotencyKey,
  type IdempotentResult,
} from '../../platform/idempotency/run-idempotently.ts';
import { keepTokens, showTokens } from '../../platform/secrets/keep-tokens.ts';
import { lockPayment, type Payment } from '../queries.ts';
import { describeAgain } from './describe.ts';
import type { Session } from './queries.ts';
import type { CheckoutObject } from './schemas.ts';

/** A request without a response by then has died: this is longer than any call to an operator. */
const died_after_ms = 30_000;

/**
 * Runs once for each key an operation that includes a call to an operator, and so more than one transaction.
 * The key is committed with what `begin` writes, before the call; the response is stored once the operator's
 * response has been applied. If `begin` throws, nothing is stored. A repeat of a request that died returns
 * the session as it is then, and nothing is sent again.
 *
 * @param begin runs in the transaction that has locked the payment; the function that it returns makes the
 * call
 * @throws AppError `idempotency_key_reused`, `idempotency_key_in_use`, and what `begin` throws
 */
export async function payOnce(
  ctx: Pick<Context, 'db' | 'pool' | 'clock' | 'connectors' | 'tokens'>,
  session: Session,
  once: IdempotencyKey | null,
  begin: (tx: Connection, payment: Payment) => Promise<() => Promise<void>>,
): Promise<IdempotentResult<CheckoutObject>> {
  const { merchant_id, mode, payment_id } = session;
  const who = { merchant_id, mode, scope: payment_id, object_id: payment_id };
  const begun = await inGroup(ctx.db, payment_id, async (tx) => {
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
 * Finds the result of an earlier request with the same key; null if there was none, and then the key is
 * claimed. Keys of a payment are only claimed under its lock, so no other request comes between.
 */
async function findEarlier(
  tx: Connection,
  who: Parameters<typeof claimKey>[1],
  once: IdempotencyKey,
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
