import type { ConnectorAnswer } from '@guichet/operators/contract';
import { inquireAboutAttempt } from '../../payments/attempt/inquire.ts';
import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findRecovery, type Recovery, updateRecovery } from '../../platform/recovery/queries.ts';
import { inquireOrFlag } from '../../transfers/inquire.ts';
import { transfer_kinds } from '../../transfers/kinds.ts';
import type { CallbackKey } from '../callbacks/queries.ts';
import { takeCallback } from '../callbacks/take.ts';
import { insertInquiry, listMatchable, listUnseen, type Unseen } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'secrets' | 'tokens'>;

/** The number of concurrent inquiries: as many as a worker makes anyway. */
const at_once = 20;

/**
 * During a recovery, finds outcomes that the database has lost: makes one inquiry about every open request, even
 * one that is not recorded as sent, and processes callbacks for unknown references again when new requests have
 * arrived. Requests that merchants repeat with their idempotency keys are open too, with their old references.
 *
 * @returns whether more may be left
 */
export async function lookAround(ctx: Ctx, actor: ServiceActor): Promise<boolean> {
  requireScope(actor, 'jobs:run');
  const recovery = await findRecovery(ctx.db);
  if (!recovery) return false;
  const unseen = await listUnseen(ctx.db, recovery, at_once);
  const asked = await Promise.all(unseen.map((one) => inquireAbout(ctx, recovery, one)));
  const callbacks = await listMatchable(ctx.db, recovery.lost_since, at_once);
  await Promise.all(callbacks.map((key) => takeAgain(ctx, actor, key)));
  if (unseen.length > 0) return asked.some((isAsked) => isAsked);
  if (
    recovery.looked_at === null &&
    (await updateRecovery(ctx.db, recovery.id, { looked_at: ctx.clock.now() }))
  ) {
    ctx.log.warn({ recovery: String(recovery.id) }, 'an inquiry has been made about every open request');
  }
  return false;
}

/**
 * Whether the provider's own software has said what it knows about a request, if only that it has no such request.
 * Anything else (no response, a proxy's page, a refused key, a status that we cannot read) leaves open whether the
 * provider has it. An inquiry that is impossible counts as well: it puts the request up for review.
 */
function isAnswer({ outcome, is_unasked = false, cannot_be_found = false }: ConnectorAnswer): boolean {
  if (cannot_be_found) return true;
  return !is_unasked && (outcome.kind !== 'unknown' || outcome.cause === 'not_found');
}

/** @returns false when another inquiry was made a moment ago, or none could be made */
async function inquireAbout(ctx: Ctx, recovery: Recovery, open: Unseen): Promise<boolean> {
  const { kind, merchant_id, id } = open;
  let isAnswered = false;
  const hear = (answer: ConnectorAnswer): void => {
    isAnswered = isAnswer(answer);
  };
  try {
    const isAsked =
      kind === 'attempt'
        ? await inquireAboutAttempt(ctx, { merchant_id, attempt_id: id }, { hear })
        : await inquireOrFlag(ctx, transfer_kinds[kind], { merchant_id, id }, { also_pending: true, hear });
    if (!isAsked || !isAnswered) return false;
    await insertInquiry(ctx.db, recovery, open);
    return true;
  } catch (error) {
    ctx.log.error({ err: error, id }, 'a status inquiry failed during the recovery');
    return false;
  }
}

/** Processes a callback again. If it cannot be verified now, the next round tries again. */
async function takeAgain(ctx: Ctx, actor: ServiceActor, key: CallbackKey): Promise<void> {
  try {
    await takeCallback(ctx, actor, key);
  } catch (error) {
    ctx.log.error(
      { err: error, callback_id: key.id },
      'a callback could not be processed during the recovery',
    );
  }
}
