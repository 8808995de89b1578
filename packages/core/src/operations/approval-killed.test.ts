import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestContext } from '../../../../test-support/context.ts';
import { untilWaiting } from '../../../../test-support/locks.ts';
import { makeMember } from '../../../../test-support/payout-staff.ts';
import { payoutTo } from '../../../../test-support/payouts.ts';
import { sampleOf } from '../../../../test-support/tier.ts';
import { withSeller } from '../../../../test-support/with-seller.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import type { StaffActor } from '../platform/actor/actor.ts';
import { createPayout } from '../transfers/payouts/create.ts';
import { decidePayout } from '../transfers/payouts/orders/decide.ts';
import { setPayoutRule } from '../transfers/payouts/orders/rules.ts';
import { decideOnMovement } from './books/decide.ts';
import { recordMovement } from './books/record.ts';
import { decideOnHeld } from './review/decide-held.ts';
import { makeHeldMoney } from './review/testing/held-money.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});
const { makeHeld, decide } = makeHeldMoney(() => ({ ctx, caller }));

let finance: StaffActor;
let owner: StaffActor;
beforeEach(async () => {
  finance = await makeMember(ctx, caller.merchant_id, 'finance', 'Koffi');
  owner = await makeMember(ctx, caller.merchant_id, 'owner', 'Awa');
  await recordMovement(ctx, finance, floatOf(50_000));
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 1_000, low_balance: null } });
});

const floatOf = (amount: number) => ({
  ...{ kind: 'float_deposited', account: 'sandbox', currency: 'XOF', amount, reference: `TRX-${amount}` },
});

/** A kind of decision that awaits a second person. */
interface Approval {
  readonly kind: 'payout' | 'held' | 'movement';
  readonly of: string;
  /** Makes an object that awaits approval. @returns its id */
  readonly make: () => Promise<string>;
  readonly approve: (id: string) => Promise<unknown>;
  /** Everything that the decision changes, for one merchant: state, bookings, events and jobs. */
  readonly world: string;
  readonly before: string;
  readonly after: string;
  /** Tables that the approval writes, the last one first. */
  readonly tables: readonly string[];
}

const approve = { decision: 'approve' };

const approvals: readonly Approval[] = [
  {
    kind: 'payout',
    of: 'a payout',
    make: async () => (await createPayout(ctx, caller, payoutTo('00', { amount: 5_000 }), null)).value.id,
    approve: (id) => decidePayout(ctx, owner, { id, body: approve }),
    world: `select approval || ', ' || (select count(*) from graphile_worker._private_jobs where payload ->> 'payout_id' = $2) || ' jobs'
      from payout_orders where merchant_id = $1 and payout_id = $2`,
    before: 'waiting, 0 jobs',
    after: 'approved, 1 jobs',
    tables: ['graphile_worker._private_jobs', 'payout_orders'],
  },
  {
    kind: 'held',
    of: 'unexpected money',
    make: async () => {
      const held = await makeHeld('6000 XOF');
      await decide(held, 'accept', finance);
      const { rows } = await ctx.pool.query<{ id: string }>(
        `select id from held_decisions where merchant_id = $1`,
        [caller.merchant_id],
      );
      return rows[0]?.id ?? '';
    },
    approve: (id) => decideOnHeld(ctx, owner, { id, body: approve }),
    world: `select concat_ws(', ', decision.approval, attempts.status, payments.status,
        (select count(*) from ledger_transactions as booked
          where booked.attempt_id = attempts.id and booked.kind = 'suspense_accepted') || ' bookings',
        (select count(*) from events where object_id = payments.id and type = 'payment.successful') || ' events',
        (select count(*) from resolutions where object_id = attempts.id) || ' resolutions')
      from held_decisions as decision
      join attempts on attempts.id = decision.attempt_id join payments on payments.id = decision.payment_id
      where decision.merchant_id = $1 and decision.id = $2`,
    before: 'waiting, held, processing, 0 bookings, 0 events, 0 resolutions',
    after: 'approved, success, success, 1 bookings, 1 events, 1 resolutions',
    tables: ['resolutions', 'events', 'ledger_entries', 'held_decisions'],
  },
  {
    kind: 'movement',
    of: 'a movement',
    make: async () => (await recordMovement(ctx, finance, floatOf(7_000))).value.id,
    approve: (id) => decideOnMovement(ctx, owner, { id, body: approve }),
    world: `select approval || ', ' || (select count(*) from ledger_transactions as booked
        where booked.movement_id = movement.id) || ' bookings'
      from ledger_movements as movement where merchant_id = $1 and id = $2`,
    before: 'waiting, 0 bookings',
    after: 'approved, 1 bookings',
    tables: ['ledger_entries', 'ledger_movements'],
  },
];

/**
 * The milliseconds between the beginning of the approval and the end of its process, spread over about the time
 * that an approval takes.
 */
const delays_ms = sampleOf([12, 0, 2, 4, 6, 8, 10, 15, 20, 25, 30, 40, 60], 1);

describe.each(approvals)('an approval of $of by a process that is killed', (approval) => {
  const { kind, make, world, before, after, tables } = approval;
  const script = fileURLToPath(new URL('./testing/approve-alone.ts', import.meta.url));

  /** Starts a process that begins to approve. */
  async function begin(id: string) {
    const args = [script, ctx.database.database_url, kind, JSON.stringify(owner), id];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    await Promise.race([
      once(child.stdout, 'data'),
      closed.then(([code]) => Promise.reject(new Error(`ended with ${code} before it began`))),
    ]);
    return { child, closed };
  }

  /** Waits until PostgreSQL has finished the statements of processes that were killed. */
  async function untilForgotten(): Promise<void> {
    const count = async () => {
      const { rows } = await ctx.pool.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = 'approve-alone'`,
      );
      return rows[0]?.count;
    };
    await expect.poll(count).toBe(0);
  }

  async function see(id: string): Promise<string> {
    const { rows } = await ctx.pool.query<Record<string, string>>(world, [caller.merchant_id, id]);
    return Object.values(rows[0] ?? {})[0] ?? 'nothing';
  }

  /** Repeats the killed approval: it is carried out now, or refused as already decided. */
  async function repeat(id: string): Promise<void> {
    const wasMade = (await see(id)) === after;
    const again = approval.approve(id);
    if (wasMade) await expect(again).rejects.toMatchObject({ reason: { code: 'decided_already' } });
    else await again;
    expect(await see(id)).toBe(after);
  }

  it.each(sampleOf(tables, 1))('while it writes %s changes nothing', async (table) => {
    const id = await make();
    expect(await see(id)).toBe(before);
    const held = await ctx.pool.connect();
    await held.query(`begin; lock table ${table} in share mode`);
    try {
      const { child, closed } = await begin(id);
      await untilWaiting(ctx.database, 1);
      child.kill('SIGKILL');
      expect(await closed).toEqual([null, 'SIGKILL']);
    } finally {
      await held.query('commit');
      held.release();
    }
    expect(await see(id)).toBe(before);
    await repeat(id);
  });

  it.each(delays_ms)('after %d ms changes everything or nothing', async (delay_ms) => {
    const id = await make();
    const { child, closed } = await begin(id);
    await setTimeout(delay_ms);
    child.kill('SIGKILL');
    await closed;
    await untilForgotten();
    expect([before, after]).toContain(await see(id));
    await repeat(id);
  });
});
