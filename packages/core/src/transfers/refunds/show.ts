import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { showTransfer } from '../show.ts';
import { refunds } from './kind.ts';
import { presentRefund } from './present.ts';

/**
 * Shows everything that is stored about a refund, for the person who runs the service.
 *
 * @throws AppError `forbidden`, `refund_not_found`
 */
export async function showRefund(ctx: Pick<Context, 'db'>, actor: CommandActor, id: string) {
  requireScope(actor, 'installation:read');
  const { transfer, shown } = await showTransfer(ctx, refunds, id);
  const { attempt_id, method, operator, fee_minor, currency } = transfer;
  /** The part that was the service's fee, in major units. */
  const fee = majorNumber({ amount_minor: fee_minor, currency: asCurrency(currency) });
  return {
    refund: presentRefund(transfer),
    ...shown,
    sending: { attempt_id, method, operator, fee, ...shown.sending },
  };
}
