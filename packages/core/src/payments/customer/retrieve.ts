import { AppError } from '@guichet/kernel/errors';
import { isId } from '@guichet/kernel/ids';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { presentCustomer } from './present.ts';
import { findCustomer } from './queries.ts';
import type { CustomerObject } from './schemas.ts';

/** Whether a text has the form of a customer's id. */
export function isCustomerId(text: string): boolean {
  return isId('customer', text);
}

/**
 * Gets a customer. @throws AppError `forbidden`, `customer_not_found`, also for a customer of another merchant or
 * mode, or one that was merged away
 */
export async function retrieveCustomer(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  id: string,
): Promise<CustomerObject> {
  requireScope(actor, 'customers:read');
  const { merchant_id, mode } = actor;
  const customer = isCustomerId(id) ? await findCustomer(ctx.db, { merchant_id, mode, id }) : undefined;
  if (!customer) throw new AppError('customer_not_found');
  return presentCustomer(customer);
}
