import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { openAgain } from './end.ts';
import { showRecoveryNotice } from './notice.ts';
import { isOnlyMerchant } from './queries.ts';
import { OpeningInput, type RecoveryNotice } from './schemas.ts';

const check = makeCheck(OpeningInput);

/**
 * Ends the current recovery in the name of an owner. Allowed only if the service has no other merchant: opening
 * sends the waiting payouts and refunds of all merchants.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `conflict` when there are other merchants, there is no recovery, or
 *   inquiries are still outstanding
 */
export async function openService(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  actor: StaffActor,
  body: unknown,
): Promise<RecoveryNotice> {
  requireScope(actor, 'recovery:open');
  const { anyway = false } = check(body);
  if (!(await isOnlyMerchant(ctx.db, actor.merchant_id))) {
    const text =
      'This service has other merchants too. The person who runs it can open it, with `guichet recover open`.';
    throw new AppError('conflict', { reason: problem('other_merchants', text) });
  }
  await openAgain(ctx, { opened_by: `${actor.name} <${actor.email}>`, anyway });
  return showRecoveryNotice(ctx, actor);
}
