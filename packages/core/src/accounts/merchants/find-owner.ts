import { AppError } from '@guichet/kernel/errors';
import type { CommandActor, MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findOwnerIn } from './queries.ts';

/** The objects that the command line identifies only by their id: their table, and the error for an unknown id. */
const owned = {
  key: ['api_keys', 'key_not_found'],
  account: ['connector_accounts', 'not_found'],
  payment: ['payments', 'payment_not_found'],
  payout: ['payouts', 'payout_not_found'],
  refund: ['refunds', 'refund_not_found'],
  event: ['events', 'event_not_found'],
  endpoint: ['webhook_endpoints', 'endpoint_not_found'],
  delivery: ['webhook_deliveries', 'delivery_not_found'],
  callback: ['callbacks', 'not_found'],
} as const;

/** The merchant and mode of an object. */
export type Owner = Pick<MerchantActor, 'merchant_id' | 'mode'>;

/**
 * Finds the merchant that owns an object, for the command line, which then acts for that merchant. Connector
 * accounts exist only in live mode.
 *
 * @throws AppError `forbidden`, `payment_not_found` and similar codes
 */
export async function findOwner(
  ctx: Pick<Context, 'db'>,
  actor: CommandActor,
  { noun, id }: { readonly noun: keyof typeof owned; readonly id: string },
): Promise<Owner> {
  requireScope(actor, 'installation:read');
  const [table, code] = owned[noun];
  const owner = await findOwnerIn(ctx.db, table, id);
  if (owner) return owner;
  const name = noun === 'account' ? 'connector account' : noun;
  throw new AppError(
    code,
    code === 'not_found' || noun === 'event' ? { message: `No ${name} has this id.` } : {},
  );
}
