import { AppError } from '@guichet/kernel/errors';
import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { eraseFound } from './erase.ts';
import { findStragglers } from './find-person.ts';
import { type Erasure, planStragglers } from './plan-stragglers.ts';
import { hasPayments } from './queries.ts';

/** The wait while money of these payments is in flight. */
const in_flight_wait_ms = 60 * 60_000;

/**
 * Job: erases the payments that refer to customers whose rows were deleted. Their transactions had found the customer
 * before the erasure, and committed after it. They do not lock the customer, because every payment would pay for that.
 */
export async function eraseStragglers(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets' | 'log'>,
  actor: ServiceActor,
  erasure: Erasure,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  const { merchant_id, customer_ids } = erasure;
  if (!(await hasPayments(ctx.db, merchant_id, customer_ids))) return;
  try {
    await eraseFound(ctx, (tx) => findStragglers(tx, merchant_id, customer_ids));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
    await planStragglers(ctx.db, erasure, new Date(ctx.clock.now().getTime() + in_flight_wait_ms));
  }
}
