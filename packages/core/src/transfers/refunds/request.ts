import { documented } from '@guichet/kernel/documented';
import { AppError } from '@guichet/kernel/errors';
import { not_blank } from '@guichet/kernel/forms';
import { makeId } from '@guichet/kernel/ids';
import { limits } from '@guichet/kernel/limits';
import { refuses_null } from '@guichet/kernel/nulls';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import { findPayment } from '../../payments/queries.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import {
  type IdempotencyKey,
  type IdempotentResult,
  runIdempotently,
} from '../../platform/idempotency/run-idempotently.ts';
import { refundAmountProblem, reserveRefund } from './create.ts';
import { requireAnother } from './require-another.ts';
import type { RefundObject } from './schemas.ts';

/** The body of a refund's request in the dashboard. */
export const RefundRequest = Type.Object(
  {
    amount: Type.Optional(
      Type.Number({
        // JSON turns an amount that could not be computed into null, which must not refund everything.
        ...refuses_null,
        ...documented({ exclusiveMinimum: 0 }),
        description: 'Major unit, of the amount charged to the customer; the whole remainder if omitted.',
      }),
    ),
    attempt_id: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'The attempt to refund, such as a duplicate; the one that paid if omitted.',
      }),
    ),
    duplicate: Type.Optional(
      Type.Boolean({
        ...refuses_null,
        description:
          'Whether the author saw the money as a duplicate. Refused if that has changed. False if omitted.',
      }),
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: limits.description_length_max,
      ...not_blank,
      description: 'For the team; also sent to the operator if it accepts a text.',
    }),
  },
  { additionalProperties: false },
);
const check = makeCheck(RefundRequest);

/**
 * Refunds a payment, or a duplicate, on behalf of a member of staff, who states which of the two is meant: by the
 * time they confirm, the duplicate may have become the money that pays the payment.
 *
 * @param once makes a double click create only one refund; if null, each call creates one
 * @throws AppError `forbidden`, also for the person who reported that an earlier refund did not arrive,
 * `payment_not_found`, `idempotency_key_reused`, `idempotency_key_in_use`, and those of `createRefund`:
 * `invalid_fields`, `insufficient_balance`, `conflict`
 */
export async function requestRefund(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'references'>,
  actor: StaffActor,
  { payment_id, body }: { readonly payment_id: string; readonly body: unknown },
  once: IdempotencyKey | null,
): Promise<IdempotentResult<RefundObject>> {
  requireScope(actor, 'payments:refund');
  const input = check(body, {
    amount: refundAmountProblem,
    reason: (text) => (text.trim() === '' ? problem('empty', 'must not be empty') : undefined),
  });
  const { merchant_id, mode } = actor;
  if (!(await findPayment(ctx.db, { merchant_id, mode, id: payment_id }))) {
    throw new AppError('payment_not_found');
  }
  const id = makeId('refund');
  const who = { merchant_id, mode, scope: `refund of ${payment_id}`, object_id: id };
  return ctx.db.transaction().execute((tx) =>
    runIdempotently(tx, who, once, ctx.clock.now(), async () => {
      const duplicate = input.duplicate ?? false;
      const refund = await reserveRefund(ctx, tx, { ...input, duplicate, merchant_id, payment_id, id });
      await requireAnother(tx, actor, refund);
      return refund;
    }),
  );
}
