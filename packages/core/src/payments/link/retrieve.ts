import { AppError } from '@guichet/kernel/errors';
import { isId } from '@guichet/kernel/ids';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { presentLink } from './present.ts';
import { findLink, lockLink, type PaymentLink, readUse } from './queries.ts';
import type { PaymentLinkObject } from './schemas.ts';

/**
 * Gets a payment link.
 *
 * @throws AppError `forbidden`, `payment_link_not_found`, also for a link of another merchant or mode
 */
export async function retrievePaymentLink(
  ctx: Pick<Context, 'db' | 'clock' | 'public_url'>,
  actor: MerchantActor,
  id: string,
): Promise<PaymentLinkObject> {
  requireScope(actor, 'payment_links:read');
  const link = await requireOwnLink(ctx.db, actor, id);
  return presentLink(ctx, { ...link, ...(await readUse(ctx.db, link)) });
}

/**
 * Finds a merchant's link.
 *
 * @param how `locked`: until the transaction ends
 * @throws AppError `payment_link_not_found`
 */
export async function requireOwnLink(
  db: Connection,
  { merchant_id, mode }: Pick<MerchantActor, 'merchant_id' | 'mode'>,
  id: string,
  how: 'read' | 'locked' = 'read',
): Promise<PaymentLink> {
  const find = how === 'locked' ? lockLink : findLink;
  const link = isId('payment_link', id) ? await find(db, { merchant_id, id }) : undefined;
  if (link?.mode !== mode) throw new AppError('payment_link_not_found');
  return link;
}
