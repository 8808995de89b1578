import { type Caller, makeAuthenticate } from '@guichet/core/accounts';
import { makeGroupedInsert, makeInitialize, payDirectly } from '@guichet/core/payments';
import { type Context, customerWith, service_actor } from '@guichet/core/platform';
import { rollUpDays } from '@guichet/core/reads';
import { requireSession } from '@guichet/core/testing';
import { makeFixedClock } from '@guichet/kernel/clock';
import type { TestService } from '../../test-support/service.ts';

const hour_ms = 60 * 60 * 1000;
const day_ms = 24 * hour_ms;

/** The shop's goods, and its customers' numbers, which the sandbox accepts and which are not assigned to anyone. */
const goods = [
  ['Pagne wax, 6 yards', 25_000],
  ['Bazin riche, 5 m', 42_500],
  ['Sandales', 9_500],
  ['Panier', 6_000],
  ['Boubou', 31_000],
] as const;
const payers = [
  ['orange_ci', '+2250748151'],
  ['wave_ci', '+2250148151'],
  ['mtn_ci', '+2250548151'],
] as const;
/** The last two digits, which decide the outcome in the sandbox: most attempts succeed. */
const endings = ['00', '00', '00', '01', '00', '00', '00', '00', '04', '00', '00', '00', '06'] as const;

export interface Sale {
  readonly amount?: number;
  readonly description?: string;
  readonly customer_email?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Opens a checkout session of the demo merchant as an API call does. */
export async function openSale(
  ctx: Context,
  caller: Caller,
  sale: Sale,
): Promise<{ token: string; payment_id: string }> {
  const { value } = await makeInitialize(ctx, makeGroupedInsert(ctx))(caller, {
    ...{ amount: 25_000, currency: 'XOF', return_url: 'https://shop.example/thanks' },
    ...sale,
  });
  const { payment_id } = await requireSession(ctx, value.session_token);
  return { token: value.session_token, payment_id };
}

/** Returns the caller that the demo merchant's test key authenticates. */
export function callerOf({ ctx, demo }: Pick<TestService, 'ctx' | 'demo'>): Promise<Caller> {
  return makeAuthenticate(ctx.db)(`Bearer ${demo.test_key}`);
}

/**
 * Creates weeks of the demo merchant's business with past dates. Nothing is random: every run makes the same sales
 * at the same hours of each day.
 */
export async function fillHistory(service: Pick<TestService, 'ctx' | 'demo'>, days: number): Promise<void> {
  const caller = await callerOf(service);
  const { pool } = service.ctx;
  // Follow-up jobs would consider a payment from weeks ago overdue, and run before the operator has responded.
  await pool.query(`
    create function wait_for_history() returns trigger language plpgsql as
      'begin new.run_at := ''infinity''; return new; end';
    create trigger wait_for_history before insert on graphile_worker._private_jobs
      for each row execute function wait_for_history()`);
  // The service's expiry round would expire a session from weeks ago before it is paid.
  await pool.query(`
    create function stay_open() returns trigger language plpgsql as
      'begin new.expires_at := now() + interval ''1 hour''; return new; end';
    create trigger stay_open before insert on checkout_sessions for each row execute function stay_open()`);
  let sale = 0;
  for (let day = days; day >= 1; day--) {
    for (let number = 0; number < 2 + ((day * 5) % 4); number++, sale++)
      await sell(service, caller, { day, number, sale });
  }
  await pool.query(`
    drop trigger wait_for_history on graphile_worker._private_jobs;
    drop function wait_for_history;
    drop trigger stay_open on checkout_sessions;
    drop function stay_open;
    update graphile_worker._private_jobs set run_at = now() where run_at = 'infinity'`);
  await rollUpDays(service.ctx, service_actor);
}

/**
 * Makes one sale, `day` days ago. `number` is the sale's number within its day, `sale` its number among all sales.
 */
async function sell(
  service: Pick<TestService, 'ctx'>,
  caller: Caller,
  { day, number, sale }: { readonly day: number; readonly number: number; readonly sale: number },
): Promise<void> {
  const midnight_ms = (Math.floor(Date.now() / day_ms) - day) * day_ms;
  const clock = makeFixedClock(new Date(midnight_ms + (8 + 3 * number) * hour_ms));
  const ctx = { ...service.ctx, clock };
  const [description, price] = goods[sale % goods.length] ?? goods[0];
  const [operator, number_begins] = payers[(sale * 7 + day) % payers.length] ?? payers[0];
  const { token } = await openSale(ctx, caller, { description, amount: price + (day % 3) * 500 });
  clock.advance((20 + (sale % 6) * 9) * 1000);
  const phone = `${number_begins}${sale % 10}${endings[sale % endings.length]}`;
  await payDirectly(ctx, customerWith(token), { operator, phone }, null);
}
