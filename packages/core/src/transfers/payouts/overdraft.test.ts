import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { balancesOf, makePayer, payoutTo } from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { accounts } from '../../ledger/accounts.ts';
import { lockAccount } from '../../ledger/balances/queries.ts';
import { rollUpBalances } from '../../ledger/balances/roll-up.ts';
import { checkLedger } from '../../ledger/check.ts';
import { fundSandbox } from '../../operations/sandbox/fund.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { type Connected, connect } from '../../platform/database/connect.ts';
import { createPayout } from './create.ts';

/** Several processes, each with its own pool, so that the requests of a test really run at the same time. */
const processes_max = 6;
const connections_each = 10;
const requests = processes_max * connections_each;

let ctx: TestContext;
let processes: Connected[];
beforeAll(async () => {
  ctx = await makeTestContext();
  processes = Array.from({ length: processes_max }, () =>
    connect(ctx.database.database_url, {
      connections_max: connections_each,
      onError: (error) => {
        throw error;
      },
    }),
  );
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()));
  await ctx.database.close();
});

/** Creates a payout in one of the processes. @returns whether the balance was sufficient for it */
async function create(caller: Caller, number: number, amount: number): Promise<boolean> {
  const { db } = processes[number % processes_max] ?? ctx;
  try {
    await createPayout({ ...ctx, db }, caller, payoutTo('00', { amount }), null);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'insufficient_balance' });
    return false;
  }
}

/** Waits until that many connections wait for a lock. @throws Error when all payouts were made without waiting */
async function untilWaiting(count: number, made: Promise<unknown>): Promise<void> {
  let isMade = false;
  const end = () => {
    isMade = true;
  };
  made.then(end, end);
  for (;;) {
    if (isMade) throw new Error('payouts were made while the balance was locked');
    const { rows } = await ctx.pool.query<{ count: bigint }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (Number(rows[0]?.count) >= count) return;
    await setTimeout(10);
  }
}

const accountOf = ({ merchant_id, mode }: Caller) => ({
  merchant_id,
  mode,
  currency: 'XOF',
  account: accounts.merchantBalance,
});

describe(`${requests} concurrent payouts`, () => {
  it.each([
    ['was never rolled up', async () => undefined],
    ['was rolled up before', () => rollUpBalances(ctx, service_actor)],
  ])('from a balance that %s are created only as far as the balance allows', async (_, prepare) => {
    const caller = await makePayer(ctx, 20 * 5000 + 4999);
    await prepare();
    // All of them wait for the same lock, and continue at the same moment.
    let made: Promise<boolean[]> = Promise.resolve([]);
    await ctx.db.transaction().execute(async (tx) => {
      await lockAccount(tx, accountOf(caller));
      made = Promise.all(Array.from({ length: requests }, (_, number) => create(caller, number, 5000)));
      await untilWaiting(requests, made);
    });
    expect((await made).filter((isMade) => isMade)).toHaveLength(20);
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 4999 available, 100000 in flight']);
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });

  it('of various amounts never overdraw the balance while money comes in and balances are rolled up', async () => {
    const caller = await makePayer(ctx, 50_000);
    const amounts = Array.from({ length: 4 * requests }, (_, number) => 1 + ((number * 7919) % 4000));
    let isOver = false;
    const overdrawn: string[] = [];
    const watch = (async () => {
      while (!isOver) {
        await rollUpBalances(ctx, service_actor);
        const [balance] = await balancesOf(ctx, caller);
        if (balance?.startsWith('XOF -')) overdrawn.push(balance);
      }
    })();
    const fund = Promise.all(
      Array.from({ length: 20 }, () =>
        fundSandbox(ctx, commandOf(caller.merchant_id), { currency: 'XOF', amount: 1000 }),
      ),
    );
    const made = await Promise.all(amounts.map((amount, number) => create(caller, number, amount)));
    await fund;
    isOver = true;
    await watch;
    const reserved = amounts.reduce((sum, amount, number) => (made[number] ? sum + amount : sum), 0);
    expect(overdrawn).toEqual([]);
    // The test proves something only if some payouts were created and some refused.
    expect(new Set(made).size).toBe(2);
    expect(await balancesOf(ctx, caller)).toEqual([
      `XOF ${70_000 - reserved} available, ${reserved} in flight`,
    ]);
    expect(reserved).toBeLessThanOrEqual(70_000);
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });
});
