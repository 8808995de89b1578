import { listBalances } from '../../ledger/balances/list.ts';
import { listGaps } from '../../operations/books/gaps/queries.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import { type Scope, scopes_of } from '../../platform/actor/roles.ts';
import type { Context } from '../../platform/context.ts';
import { listPayoutRules } from '../../transfers/payouts/orders/rules.ts';
import { countInBooks, countNeeds, findSteps } from './queries.ts';
import { type Needs, need_kinds, type Steps, step_names } from './schemas.ts';

/** The scope needed to see each need. */
const scope_of: Readonly<Record<(typeof need_kinds)[number], Scope>> = {
  slow_payments: 'payments:read',
  unknown_payments: 'payments:read',
  duplicates: 'payments:read',
  stuck_refunds: 'payments:read',
  stuck_payouts: 'payments:read',
  waiting_payouts: 'payments:read',
  waiting_movements: 'balances:read',
  waiting_decisions: 'payments:read',
  uncovered: 'balances:read',
  drifts: 'balances:read',
  waiting_changes: 'payouts:approve',
  failing_endpoints: 'developers:read',
};

/** The age from which an open payment is listed as slow, because operators finish payments within minutes. */
const long_ms = 60 * 60 * 1000;

/**
 * Lists the items that need attention; none when all is well. Each item is shown only to staff who have its scope.
 *
 * @throws AppError `forbidden`
 */
export async function listNeeds(ctx: Pick<Context, 'db' | 'clock'>, actor: StaffActor): Promise<Needs> {
  requireScope(actor, 'payments:read');
  const since = new Date(ctx.clock.now().getTime() - long_ms);
  const counts = {
    ...(await countNeeds(ctx.db, actor, since)),
    ...(await countInBooks(ctx.db, actor)),
    uncovered: (await listGaps(ctx.db, actor)).length,
  };
  const balances = await listBalances(ctx, actor);
  const rules = (await listPayoutRules(ctx, actor)).items;
  return {
    items: need_kinds
      .map((kind) => ({ kind, count: counts[kind] }))
      .filter(({ kind, count }) => count > 0 && scopes_of[actor.role].includes(scope_of[kind])),
    low_balances: balances.flatMap(({ currency, available }) => {
      // A negative balance is low even without a rule.
      const low_balance = rules.find((rule) => rule.currency === currency)?.low_balance ?? 0;
      return available < low_balance ? [{ currency, available, low_balance }] : [];
    }),
  };
}

/**
 * Lists a new merchant's first steps, and which of them are done, as shown by the data rather than by clicks.
 *
 * @throws AppError `forbidden`
 */
export async function listSteps(ctx: Pick<Context, 'db'>, actor: StaffActor): Promise<Steps> {
  requireScope(actor, 'payments:read');
  const done = await findSteps(ctx.db, actor.merchant_id);
  return { items: step_names.map((step) => ({ step, done: done[step] })) };
}
