import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { inGroup } from '../../platform/groups/in-group.ts';
import { holdFrom, whileHolding } from '../../platform/idempotency/hold.ts';
import { findIdempotencyKey, saveAnswer } from '../../platform/idempotency/queries.ts';
import {
  claimKey,
  findEarlierAnswer,
  type IdempotencyKey,
  type IdempotentResult,
} from '../../platform/idempotency/run-idempotently.ts';
import { keepTokens, showTokens } from '../../platform/secrets/keep-tokens.ts';
import { lockPayment, type Payment } from '../queries.ts';
import { describeAgain } from './describe.ts';
import type { Session } from './queries.ts';
import type { CheckoutObject } from './schemas.ts';

/**
 * Runs an operation once for each key, although it includes a call to an operator and therefore takes more than one
 * transaction. The key is committed together with the rows of `begin`, before the call; the response is stored once
 * the operator's response has been applied. If `begin` throws, nothing is stored. While a request is in progress,
 * it holds its key and repeats are refused. A repeat of a request that failed, or whose process died, returns the
 * current session; nothing is sent again.
 *
 * @param begin runs in the transaction that has locked the payment; the function that it returns makes the
 * call
 * @throws AppError `idempotency_key_reused`, `idempotency_key_in_use`, and the errors of `begin`
 */
export async function payOnce(
  ctx: Pick<Context, 'db' | 'pool' | 'clock' | 'log' | 'connectors' | 'tokens'>,
  session: Session,
  once: IdempotencyKey | null,
  begin: (tx: Connection, payment: Payment) => Promise<() => Promise<void>>,
): Promise<IdempotentResult<CheckoutObject>> {
  const { merchant_id, mode, payment_id } = session;
  const who = { merchant_id, mode, scope: payment_id, object_id: payment_id };
  const begun = await inGroup(ctx.db, payment_id, async (tx) => {
    const payment = await lockPayment(tx, merchant_id, payment_id);
    const at = ctx.clock.now();
    const earlier = once && (await findEarlier(tx, who, once, at));
    if (earlier) return earlier;
    const call = await begin(tx, payment);
    // Not before `begin`: if that throws after a write, every member of the group has to start again.
    if (once) await claimKey(tx, who, once, at, holdFrom(at));
    return { call };
  });
  if ('answer' in begun) {
    return { value: showTokens(ctx.tokens, JSON.parse(begun.answer)), replayed: true };
  }
  if ('ended' in begun) return { value: await describeAgain(ctx, session), replayed: true };
  const finish = async (): Promise<CheckoutObject> => {
    await begun.call();
    return describeAgain(ctx, session);
  };
  if (!once) return { value: await finish(), replayed: false };
  const address = { ...who, key: once.key };
  const value = await whileHolding(ctx, address, async () => {
    const made = await finish();
    await saveAnswer(ctx.db, address, JSON.stringify(keepTokens(made)));
    return made;
  });
  return { value, replayed: false };
}

/**
 * Finds the result of an earlier request with the same key; null if there was none. A payment's keys are claimed only
 * under its lock, so no other request can intervene before this one claims it.
 */
async function findEarlier(
  tx: Connection,
  who: Parameters<typeof claimKey>[1],
  once: IdempotencyKey,
  at: Date,
): Promise<{ answer: string } | { ended: true } | null> {
  const found = await findIdempotencyKey(tx, { ...who, key: once.key });
  if (!found) return null;
  const isHeld = found.held_until !== null && at < found.held_until;
  // Without a stored response, the request failed or its process died.
  if (found.request_hash.equals(once.request_hash) && found.answer === null && !isHeld)
    return { ended: true };
  const answer = await findEarlierAnswer(tx, who, once, at);
  return answer === null ? null : { answer };
}
