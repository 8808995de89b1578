import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import { requireSecondPerson } from '../../accounts/approvals/standing.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { bookCorrection, bookMovement } from './book.ts';
import { presentForStaff } from './present.ts';
import {
  decideMovement,
  findMovement,
  type ListedMovement,
  lockMovements,
  type Movement,
} from './queries.ts';
import { MovementDecision, type StaffMovement } from './schemas.ts';

const check = makeCheck(MovementDecision);

/**
 * Books a movement that awaits approval, or refuses it. Its author may withdraw it but never approve it. A person
 * whom the author invited, or who invited the author, may not approve it either until the invitation no longer
 * counts. Of two concurrent decisions, the first one counts.
 *
 * @throws AppError `forbidden`, `not_found`, `invalid_fields`, `conflict` with the earlier decision,
 * `insufficient_balance` when the account no longer holds the money: the movement keeps waiting
 */
export async function decideOnMovement(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<StaffMovement> {
  requireScope(actor, 'ledger:record');
  const { decision } = check(body);
  return ctx.db.transaction().execute(async (tx) => {
    await lockMovements(tx, actor);
    const found = await findMovement(tx, actor, id);
    if (!found) throw noMovement();
    if (found.approval !== 'waiting') throw alreadyDecided(found);
    if (decision === 'approve') await requireSecondPerson(tx, actor, found.made_by);
    else if (found.made_by !== actor.user_id) requireScope(actor, 'payouts:approve');
    const at = ctx.clock.now();
    const decided = await decideMovement(tx, found, {
      approval: decision === 'approve' ? 'approved' : 'refused',
      ...{ decided_by: actor.user_id, decided_by_name: actor.name, decided_at: at },
    });
    if (!decided) throw new Error('a locked movement that awaits approval can be decided');
    if (decision === 'approve') await book(tx, decided, at);
    return presentForStaff({ ...decided, corrected_by: found.corrected_by }, actor);
  });
}

async function book(tx: Connection, movement: Movement, at: Date): Promise<void> {
  if (movement.corrects === null) return bookMovement(tx, movement, at);
  const corrected = await findMovement(tx, movement, movement.corrects);
  if (!corrected) throw new Error('the corrected movement exists');
  return bookCorrection(tx, movement, corrected, at);
}

/** Makes the error for an unknown id. */
export function noMovement(): AppError {
  return new AppError('not_found', { message: 'No movement has this id in this mode.' });
}

function alreadyDecided({ approval, decided_by_name }: ListedMovement): AppError {
  if (decided_by_name === null) {
    return new AppError('conflict', {
      reason: problem('already_decided', 'This movement is not awaiting approval.'),
    });
  }
  return new AppError('conflict', {
    reason: problem('decided_already', `${decided_by_name} has already ${approval} this movement.`, {
      name: decided_by_name,
      decision: approval,
    }),
  });
}
