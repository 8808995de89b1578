import type { Context } from '../../platform/context.ts';
import { showTransfer } from '../show.ts';
import { payouts } from './kind.ts';
import { presentPayout } from './present.ts';

/**
 * Everything we know of a payout, for the person who runs the service.
 *
 * @throws AppError `payout_not_found`
 */
export async function showPayout(ctx: Pick<Context, 'db'>, id: string) {
  const { transfer, shown } = await showTransfer(ctx, payouts, id);
  return { payout: presentPayout(transfer), ...shown };
}
