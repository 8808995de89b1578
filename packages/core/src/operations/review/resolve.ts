import { AppError } from '@guichet/kernel/errors';
import { makeCheck } from '@guichet/kernel/validation';
import { takenBy } from '../../payments/attempt/taken.ts';
import { findPayment, type Payment } from '../../payments/queries.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import { requireAnother } from '../../transfers/refunds/require-another.ts';
import { type Ctx, carryOut, findSubject, type Subject } from './carry-out.ts';
import { decidesHeld, requireSeen, waitsForSecondPerson } from './judge-held.ts';
import { insertResolution } from './queries.ts';
import { presentResolution, ResolutionInput, type ResolutionObject } from './schemas.ts';
import { requireEvidence, text_rules } from './verdict.ts';

const check = makeCheck(ResolutionInput);

function currencyOf(subject: Subject, { currency }: Pick<Payment, 'currency'>): string {
  return subject.type === 'attempt' ? takenBy(subject.attempt).currency : currency;
}

/**
 * Resolves an attempt or a refund of a payment that needs review as a person has decided. In one transaction, the
 * verdict is applied like an operator's outcome, with its events and entries, and is recorded with its author. Of
 * two concurrent verdicts one counts. Above the limit of the merchant's payout rule, a decision about unexpected
 * money, or that an attempt was paid, awaits a second person; until then nothing changes.
 *
 * @throws AppError `forbidden`, `payment_not_found`, `invalid_fields`, `conflict` when no review is needed (any
 * more), the amount is not the one that the person saw, the verdict does not fit the status, or another decision
 * awaits approval
 */
export async function resolvePayment(
  ctx: Ctx,
  actor: StaffActor,
  { id: payment_id, body }: { readonly id: string; readonly body: unknown },
): Promise<ResolutionObject> {
  requireScope(actor, 'payments:resolve');
  const input = check(body, text_rules);
  requireEvidence(input);
  const { merchant_id, mode } = actor;
  const payment = await findPayment(ctx.db, { merchant_id, mode, id: payment_id });
  if (!payment) throw new AppError('payment_not_found');
  const { object_id, verdict } = input;
  const said = {
    ...{ merchant_id, mode, payment_id, verdict },
    note: input.note.trim(),
    proof: input.proof?.trim() ?? null,
  };
  return ctx.db.transaction().execute(async (tx) => {
    // The time is read before the verdict is carried out, so that the resolution precedes its consequences.
    const created_at = ctx.clock.now();
    const subject = await findSubject(tx, { merchant_id, payment_id, object_id });
    if (subject.type === 'attempt' && input.stake) requireSeen(subject.attempt, input.stake);
    const found = { ...said, object_id, user_id: actor.user_id, user_name: actor.name, created_at };
    if (subject.type === 'attempt' && decidesHeld(subject.attempt, verdict)) {
      const made = { made_by: actor.user_id, made_by_name: actor.name, created_at };
      if (await waitsForSecondPerson(tx, subject, { ...said, verdict, ...made })) {
        return presentResolution({ ...found, approved_by_name: null }, actor.email, 'waiting');
      }
    }
    await carryOut(ctx, tx, subject, verdict);
    if (verdict === 'refund_all' || verdict === 'refund_difference') {
      await requireAnother(tx, actor, { payment_id, currency: currencyOf(subject, payment) });
    }
    const resolution = await insertResolution(tx, { ...found, object_type: subject.type });
    return presentResolution(resolution, actor.email);
  });
}
