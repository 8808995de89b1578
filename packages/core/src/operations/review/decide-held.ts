import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import { requireSecondPerson } from '../../accounts/approvals/standing.ts';
import { lockPayment } from '../../payments/queries.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { type Ctx, carryOut, findSubject } from './carry-out.ts';
import { isCurrent } from './judge-held.ts';
import { endDecision, findDecision, type HeldDecision, insertResolution } from './queries.ts';
import { HeldApproval, type HeldDecisionObject, presentDecision } from './schemas.ts';

const check = makeCheck(HeldApproval);

/**
 * Carries out a decision about money that awaits approval, or refuses it. Its author may withdraw it but never
 * approve it. A person whom the author invited, or who invited the author, may not approve it either until the
 * invitation no longer counts. Of two concurrent requests, the first one counts.
 *
 * @throws AppError `forbidden`, `not_found`, `invalid_fields`, `conflict` when it was already approved or refused,
 * or the money has changed since: it can then only be refused
 */
export async function decideOnHeld(
  ctx: Ctx,
  actor: StaffActor,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<HeldDecisionObject> {
  requireScope(actor, 'payments:resolve');
  const { decision } = check(body);
  const { merchant_id, mode } = actor;
  const found = await findDecision(ctx.db, { merchant_id, mode, id });
  if (!found) throw noDecision();
  return ctx.db.transaction().execute(async (tx) => {
    await lockPayment(tx, merchant_id, found.payment_id);
    const waiting = await findDecision(tx, found);
    if (!waiting) throw noDecision();
    if (waiting.approval !== 'waiting') throw alreadyDecided(waiting);
    if (decision === 'approve') await requireSecondPerson(tx, actor, waiting.made_by);
    else if (waiting.made_by !== actor.user_id) requireScope(actor, 'payouts:approve');
    const decided = {
      approval: decision === 'approve' ? ('approved' as const) : ('refused' as const),
      ...{ decided_by: actor.user_id, decided_by_name: actor.name, decided_at: ctx.clock.now() },
    };
    await endDecision(tx, waiting, decided);
    if (decision === 'approve') await resolve(ctx, tx, actor, waiting);
    return presentDecision({ ...waiting, ...decided }, actor);
  });
}

async function resolve(ctx: Ctx, tx: Connection, actor: StaffActor, decision: HeldDecision): Promise<void> {
  const { merchant_id, mode, payment_id, attempt_id: object_id, verdict, note, proof } = decision;
  // The time is read before the verdict is carried out, so that the decision precedes its consequences.
  const created_at = ctx.clock.now();
  const subject = await findSubject(tx, { merchant_id, payment_id, object_id });
  if (subject.type !== 'attempt' || !isCurrent(decision, subject.attempt)) throw changedSince();
  await carryOut(ctx, tx, subject, verdict);
  await insertResolution(tx, {
    ...{ merchant_id, mode, object_type: 'attempt', object_id, payment_id, verdict, note, proof, created_at },
    ...{ user_id: decision.made_by, user_name: decision.made_by_name },
    ...{ approved_by: actor.user_id, approved_by_name: actor.name },
  });
}

function noDecision(): AppError {
  return new AppError('not_found', { message: 'No decision has this id in this mode.' });
}

function changedSince(): AppError {
  return new AppError('conflict', {
    reason: problem(
      'changed_since',
      'This money has changed since the decision was made, or no longer needs one: refuse it, and decide again.',
    ),
  });
}

function alreadyDecided({ approval, decided_by_name: name }: HeldDecision): AppError {
  if (name === null) {
    return new AppError('conflict', {
      reason: problem('already_decided', 'This decision is not awaiting approval.'),
    });
  }
  return new AppError('conflict', {
    reason: problem('decided_already', `${name} has already ${approval} this decision.`, {
      name,
      decision: approval,
    }),
  });
}
