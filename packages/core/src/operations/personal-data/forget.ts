import { AppError } from '@guichet/kernel/errors';
import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Retention } from '../../platform/retention.ts';
import { erase } from './erase.ts';
import { deleteOldCalls, listIdleCustomers } from './queries.ts';

/** The number of calls deleted in one round: few enough for short transactions. */
const calls_max = 1_000;
/** The maximum number of people erased in one round of housekeeping: each takes a transaction over many tables. */
const people_max = 50;

/** Deletes stored calls to providers after a number of days, by the database's clock. */
export async function forgetOldCalls(
  { db }: Pick<Context, 'db'>,
  actor: ServiceActor,
  { operator_calls_days }: Retention,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  if (operator_calls_days === 0) return;
  while ((await deleteOldCalls(db, operator_calls_days, calls_max)) === calls_max);
}

/**
 * Erases customers who have been inactive for a number of days, by the database's clock. Customers with open
 * objects are left for later.
 */
export async function forgetIdleCustomers(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets' | 'log'>,
  actor: ServiceActor,
  { customers_days }: Retention,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  if (customers_days === 0) return;
  for (const customer of await listIdleCustomers(ctx.db, customers_days, people_max)) {
    try {
      await erase(ctx, customer, { idle_days: customers_days });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      ctx.log.info({ customer_id: customer.id, reason: error.code }, 'a customer is kept for now');
    }
  }
}
