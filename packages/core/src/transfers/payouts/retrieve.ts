import { AppError } from '@guichet/kernel/errors';
import { askInTurn } from '../../operator-calls/ask.ts';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { inquireTransfer } from '../inquire.ts';
import { findProcessingTransfer, findTransfer } from '../queries.ts';
import { payouts } from './kind.ts';
import { presentPayout } from './present.ts';
import type { PayoutObject } from './schemas.ts';

const id_pattern = /^po_[0-9A-HJKMNP-TV-Z]{26}$/;

/** @throws AppError `forbidden`, `payout_not_found`, also for a payout of another merchant or mode */
export async function retrievePayout(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  id: string,
): Promise<PayoutObject> {
  requireScope(actor, 'payouts:read');
  const { merchant_id, mode } = actor;
  const payout = id_pattern.test(id)
    ? await findTransfer(ctx.db, payouts, { merchant_id, mode, id })
    : undefined;
  if (!payout) throw new AppError('payout_not_found');
  return presentPayout(payout);
}

/**
 * Gets a payout like {@link retrievePayout}, after an inquiry of up to 5 s if it is processing. One inquiry is
 * made at a time: concurrent callers wait for its result.
 *
 * @throws AppError `forbidden`, `payout_not_found`
 */
export async function verifyPayout(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>,
  actor: MerchantActor,
  id: string,
): Promise<PayoutObject> {
  requireScope(actor, 'payouts:read');
  const payout = await retrievePayout(ctx, actor, id);
  if (payout.status !== 'processing') return payout;
  const key = { merchant_id: actor.merchant_id, id };
  await askInTurn(
    ctx,
    () => findProcessingTransfer(ctx.db, payouts, key),
    () => inquireTransfer(ctx, payouts, key),
  );
  return retrievePayout(ctx, actor, id);
}
