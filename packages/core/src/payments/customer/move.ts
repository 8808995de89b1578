import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { movePayments } from './queries.ts';

/** Job: moves the payments of a customer who was merged away to the remaining customer. */
export async function moveCustomerPayments(
  ctx: Pick<Context, 'db'>,
  actor: ServiceActor,
  move: { readonly merchant_id: string; readonly from: string; readonly into: string },
): Promise<void> {
  requireScope(actor, 'jobs:run');
  await movePayments(ctx.db, move);
}
