import { invalidFields } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { nameProblem } from '../staff/fields.ts';
import { counter_limits } from '../tills/schemas.ts';
import { drawPin, hashPin } from './pin.ts';
import { presentCashier } from './present.ts';
import { insertCashier, listCashierRows } from './queries.ts';
import { CashierInput, type CashierWithPin } from './schemas.ts';

const check = makeCheck(CashierInput);

/**
 * Adds a cashier of a merchant, for its tills in both modes. Two cashiers cannot have the same name, because they
 * choose their names at the till.
 *
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function createCashier(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  body: unknown,
): Promise<CashierWithPin> {
  requireScope(actor, 'tills:write');
  const { merchant_id } = actor;
  const name = check(body, { name: nameProblem }).name.trim();
  const others = await listCashierRows(ctx.db, merchant_id);
  if (others.length >= counter_limits.cashiers_max) {
    const { cashiers_max: max } = counter_limits;
    const text = `must be one of at most ${max} cashiers`;
    throw invalidFields({ name: [problem('too_many_cashiers', text, { max })] });
  }
  const pin = drawPin();
  const cashier = {
    ...{ merchant_id, id: makeId('cashier'), name, failures: 0, failed_at: null },
    ...{ status: 'active' as const, pin_hash: await hashPin(pin), created_at: ctx.clock.now() },
  };
  if (!(await insertCashier(ctx.db, cashier))) {
    throw invalidFields({ name: [problem('name_taken', 'must not be the name of another cashier')] });
  }
  return { cashier: presentCashier(cashier), pin };
}
