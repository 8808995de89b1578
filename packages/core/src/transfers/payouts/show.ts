import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { showTransfer } from '../show.ts';
import { payouts } from './kind.ts';
import { presentPayout } from './present.ts';

/**
 * Shows everything that is stored about a payout, for the person who runs the service.
 *
 * @throws AppError `forbidden`, `payout_not_found`
 */
export async function showPayout(ctx: Pick<Context, 'db'>, actor: CommandActor, id: string) {
  requireScope(actor, 'installation:read');
  const { transfer, shown } = await showTransfer(ctx, payouts, id);
  return { payout: presentPayout(transfer), ...shown };
}
