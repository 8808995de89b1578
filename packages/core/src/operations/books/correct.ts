import { AppError } from '@guichet/kernel/errors';
import { isId, makeId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import { makeCheck, textProblem } from '@guichet/kernel/validation';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { IdempotentResult } from '../../platform/idempotency/run-idempotently.ts';
import { bookCorrection } from './book.ts';
import { bookkeeperOf } from './bookkeeper.ts';
import { noMovement } from './decide.ts';
import { needsSecondPerson } from './judge.ts';
import { presentMovement } from './present.ts';
import { findMovement, findOwner, insertMovement, type ListedMovement, lockMovements } from './queries.ts';
import { CorrectionInput, type MovementObject } from './schemas.ts';

const check = makeCheck(CorrectionInput);
const rules = {
  note: (text: string) => (text.trim() === '' ? problem('empty', 'must not be empty') : textProblem(text)),
};

/**
 * Reverses a movement by booking its opposite, once. Above the limit of the merchant's payout rule, a second
 * person has to approve the correction. Nothing is edited: both entries stay in the books. Entries of payments,
 * payouts and refunds follow from the operators' reports, so they are not reversed manually.
 *
 * @param id of the movement, or of its ledger transaction
 * @throws AppError `forbidden`, `invalid_fields`, `not_found`, `conflict` with the reason why it cannot be
 *   reversed
 */
export async function correctMovement(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<IdempotentResult<MovementObject>> {
  requireScope(actor, 'ledger:record');
  const note = check(body, rules).note.trim();
  return ctx.db.transaction().execute(async (tx) => {
    await lockMovements(tx, actor);
    const corrected = await findCorrectable(tx, actor, id);
    const { merchant_id, mode } = actor;
    const author = bookkeeperOf(actor);
    if (corrected.corrected_by !== null) {
      const earlier = await findMovement(tx, actor, corrected.corrected_by);
      if (earlier?.made_by === author.made_by && earlier.note === note) {
        return { value: presentMovement(earlier), replayed: true };
      }
      throw alreadyCorrected(corrected.corrected_by);
    }
    const { account, currency, amount_minor } = corrected;
    const created_at = ctx.clock.now();
    const waits = await needsSecondPerson(tx, { merchant_id, mode, currency, amount_minor });
    const correction = await insertMovement(tx, {
      ...{ merchant_id, mode, account, currency, amount_minor, note, ...author, created_at },
      ...{
        id: makeId('ledger_movement'),
        kind: 'correction',
        reference: corrected.id,
        corrects: corrected.id,
      },
      approval: waits ? 'waiting' : 'not_needed',
    });
    if (!waits) await bookCorrection(tx, correction, corrected, created_at);
    return { value: presentMovement({ ...correction, corrected_by: null }), replayed: false };
  });
}

/** @throws AppError `not_found`, `conflict` */
async function findCorrectable(tx: Connection, actor: MerchantActor, id: string): Promise<ListedMovement> {
  const found = await findMovement(tx, actor, await movementIdOf(tx, actor, id));
  if (!found) throw noMovement();
  if (found.corrects !== null) {
    throw refused(
      'is_correction',
      'This is a correction. Record the movement again instead of reversing it.',
    );
  }
  if (found.approval === 'waiting' || found.approval === 'refused') {
    throw refused(
      'not_booked',
      'This movement is not in the books. A movement that awaits approval can be refused.',
    );
  }
  return found;
}

/** @throws AppError `conflict` for a ledger transaction that belongs to something else */
async function movementIdOf(tx: Connection, actor: MerchantActor, id: string): Promise<string> {
  if (!isId('ledger_transaction', id)) return id;
  const owner = await findOwner(tx, actor, id);
  if (!owner) throw noMovement();
  if (owner.movement_id !== null) return owner.movement_id;
  const object = owner.refund_id ?? owner.payout_id ?? owner.payment_id;
  throw refused(
    'not_a_movement',
    object === null
      ? 'This entry was made by the sandbox. Only recorded movements can be reversed.'
      : `This entry follows from ${object} and agrees with its status. Refund or resolve that object instead, or record the missing movement.`,
  );
}

function refused(code: 'is_correction' | 'not_booked' | 'not_a_movement', sentence: string): AppError {
  return new AppError('conflict', { reason: problem(code, sentence) });
}

function alreadyCorrected(id: string): AppError {
  return new AppError('conflict', {
    reason: problem('already_corrected', `This movement has already been reversed, by ${id}.`, { id }),
  });
}
