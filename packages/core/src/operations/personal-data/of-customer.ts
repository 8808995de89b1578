import { AppError } from '@guichet/kernel/errors';
import { findCustomer } from '../../payments/customer/queries.ts';
import { isCustomerId } from '../../payments/customer/retrieve.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { type Erased, erase } from './erase.ts';
import { type PersonalData, readPerson } from './export.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'secrets' | 'log'>;

/**
 * Exports all data stored about a customer, at their request.
 *
 * @throws AppError `forbidden`, `customer_not_found`
 */
export async function exportCustomer(ctx: Ctx, actor: StaffActor, id: string): Promise<PersonalData> {
  requireScope(actor, 'customers:export');
  await requireOwn(ctx, actor, id);
  return readPerson(ctx, { merchant_id: actor.merchant_id, id });
}

/**
 * Erases everything that identifies a customer, see {@link erasePerson}.
 *
 * @throws AppError `forbidden`, `customer_not_found`, `conflict` while money of theirs is in flight
 */
export async function eraseCustomer(
  ctx: Ctx,
  actor: StaffActor,
  id: string,
): Promise<{ readonly erased: Erased }> {
  requireScope(actor, 'customers:erase');
  await requireOwn(ctx, actor, id);
  return erase(ctx, { merchant_id: actor.merchant_id, id });
}

async function requireOwn({ db }: Ctx, { merchant_id, mode }: StaffActor, id: string): Promise<void> {
  const customer = isCustomerId(id) ? await findCustomer(db, { merchant_id, mode, id }) : undefined;
  if (!customer) throw new AppError('customer_not_found');
}
