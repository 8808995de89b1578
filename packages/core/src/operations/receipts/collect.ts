import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { type Money, majorNumber } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { lockPayment, type Payment } from '../../payments/queries.ts';
import { referenceOf } from '../../payments/reference.ts';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import {
  type IdempotencyKey,
  type IdempotentResult,
  runIdempotently,
} from '../../platform/idempotency/run-idempotently.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { requirePaid } from './find.ts';
import { findCollection, insertCollection } from './queries.ts';
import { readSums } from './read-sums.ts';
import type { CollectionObject } from './schemas.ts';

/**
 * Records, once, that the goods of a paid payment were handed over, so that a copy of its receipt gets nothing.
 *
 * @param text the reference as written
 * @param once the request's Idempotency-Key, null without one: a repeated request gets the first response
 * @throws AppError `forbidden`, `recovering`, `receipt_not_found`; `already_collected` with the time and the
 * person; `conflict` if the money was refunded in whole or taken back; `idempotency_key_reused`,
 * `idempotency_key_in_use`
 */
export async function collectReceipt(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  text: string,
  once: IdempotencyKey | null,
): Promise<IdempotentResult<CollectionObject>> {
  requireScope(actor, 'receipts:collect');
  const { merchant_id, mode } = actor;
  const { id } = await requirePaid(ctx.db, text, { merchant_id, mode });
  const at = ctx.clock.now();
  return ctx.db.transaction().execute((tx) =>
    runIdempotently(tx, { merchant_id, mode, scope: '', object_id: id }, once, at, async () => {
      // A restored database may lack an earlier hand-over.
      await requireOpen(tx);
      const payment = await lockPayment(tx, merchant_id, id);
      const total = await requireKept(tx, payment);
      const collected_by = nameOf(actor);
      const collection = { merchant_id, payment_id: id, collected_at: at, collected_by };
      if (!(await insertCollection(tx, { ...collection, actor_kind: actor.kind })))
        await refuseAgain(tx, payment);
      return {
        object: 'receipt_collection',
        payment_id: id,
        reference: referenceOf(id),
        amount: majorNumber(total),
        currency: total.currency,
        collected_at: timestampText(at),
        collected_by,
      };
    }),
  );
}

/** @throws AppError `conflict` if the merchant has not kept any of the money */
async function requireKept(tx: Connection, payment: Payment): Promise<Money> {
  const { total, refunded } = await readSums(tx, payment);
  if (payment.status === 'reversed') {
    throw new AppError('conflict', {
      reason: problem(
        'receipt_reversed',
        'The operator has taken this payment back. Hand nothing over for this receipt.',
      ),
    });
  }
  if (refunded?.is_whole) {
    throw new AppError('conflict', {
      reason: problem(
        'receipt_refunded',
        'This payment was refunded in full. Hand nothing over for this receipt.',
      ),
    });
  }
  return total;
}

/** @throws AppError `already_collected` */
async function refuseAgain(tx: Connection, { merchant_id, id }: Payment): Promise<never> {
  const { collected_at, collected_by } = (await findCollection(tx, { merchant_id, id })) ?? {};
  const at = collected_at ? timestampText(collected_at) : '';
  throw new AppError('already_collected', {
    reason: problem(
      'receipt_collected',
      `These goods were already handed over, at ${at}, by ${collected_by}. Hand nothing over for this receipt.`,
      { at, by: collected_by ?? '' },
    ),
  });
}

function nameOf(actor: MerchantActor): string {
  return actor.kind === 'key' ? actor.key_id : actor.name;
}
