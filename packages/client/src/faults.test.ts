import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test-support/service.ts';
import { isNightly } from '../../../test-support/tier.ts';
import { type FaultProxy, schedule_header, startFaultProxy } from '../test-support/fault-proxy.ts';
import { fates } from '../test-support/fault-schedule.ts';
import { ApiError, ConnectionError, Guichet } from './index.ts';

const schedule_count = isNightly ? 1_000 : 250;
/** Schedules differ in each run, unless a seed is given. */
const first_seed = Number(process.env.FAULTS_SEED ?? randomInt(1_000_000));
/**
 * Number of concurrent calls. With 100, a busy machine answered each only after its timeout, so that the repeats alone
 * kept it busy for minutes.
 */
const calls_max = 30;
const payout_amount = 100;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { LOG_LEVEL: 'warn', RATE_LIMIT_KEY_PER_SECOND: '0', RATE_LIMIT_IP_PER_SECOND: '0' },
  });
});
afterAll(() => service.stop());

/** A logical call: everything a merchant does for one order until the outcome is known. */
type LogicalCall = (guichet: Guichet, seed: number, options: { idempotencyKey?: string }) => Promise<string>;

const calls: readonly LogicalCall[] = [
  async (guichet, seed, options) => (await guichet.payments.create(orderOf(seed), options)).id,
  async (guichet, seed, options) => (await guichet.checkout.initialize(orderOf(seed), options)).session_token,
  async (guichet, seed, options) => (await guichet.payouts.create(payoutOf(seed), options)).id,
];

/**
 * Returns an order whose description identifies its schedule, as the descriptions of all objects in this test do.
 */
function orderOf(seed: number) {
  return {
    amount: 1_000,
    currency: 'XOF',
    return_url: 'https://shop.example/back',
    description: String(seed),
  };
}

function payoutOf(seed: number) {
  return {
    amount: payout_amount,
    currency: 'XOF',
    operator: 'mtn_ci',
    // The payout awaits approval on the sandbox's panel, so its money stays in flight and can be counted.
    recipient: { phone: '+2250504030222' },
    description: String(seed),
  };
}

function clientOf(proxy: FaultProxy, seed: number): Guichet {
  return new Guichet({
    apiKey: service.demo.test_key,
    baseUrl: `${proxy.url}/api/v1`,
    // Long enough for the service on a busy machine; otherwise, a further attempt follows.
    timeout: 2_000,
    headers: { [schedule_header]: String(seed) },
  });
}

/**
 * Repeats a call until there is a response: once the library's own attempts are exhausted, it calls again with the
 * key from the error.
 */
async function callUntilAnswered(call: LogicalCall, guichet: Guichet, seed: number): Promise<string> {
  let idempotencyKey: string | undefined;
  for (;;) {
    try {
      return await call(guichet, seed, idempotencyKey === undefined ? {} : { idempotencyKey });
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
      // Any other error means that the call itself is invalid.
      if (error instanceof ApiError && error.status !== 503 && error.status !== 429) throw error;
      idempotencyKey = error.idempotencyKey ?? undefined;
    }
  }
}

function seedsOf(count: number): number[] {
  return Array.from({ length: count }, (_, index) => first_seed + index);
}

/** Runs the schedules. @returns the id or token that each schedule received */
async function runSchedules(proxy: FaultProxy, count: number): Promise<ReadonlyMap<number, string>> {
  const given = new Map<number, string>();
  const seeds = seedsOf(count);
  const work = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const call = calls[seed % calls.length];
      if (call) given.set(seed, await callUntilAnswered(call, clientOf(proxy, seed), seed));
    }
  };
  await Promise.all(Array.from({ length: calls_max }, work));
  return given;
}

/** Lists the objects that the service created, by schedule: the id, and for a payment also its session's token. */
async function madeObjects(): Promise<readonly { seed: number; names: readonly string[] }[]> {
  const { rows } = await service.ctx.pool.query(
    `select description::int as seed, array[id, session_token] as names from payments
    union all select description::int, array[id] from payouts order by seed`,
  );
  return rows.map(({ seed, names: [id, ...handles] }) => ({
    seed,
    names: [id, ...handles.map((handle: string) => service.ctx.tokens.tokenOf(handle))],
  }));
}

test(`over ${schedule_count} schedules of faults, each logical call creates exactly one object and returns its id`, async () => {
  process.stdout.write(`schedules of faults: FAULTS_SEED=${first_seed} repeats them\n`);
  const proxy = await startFaultProxy({ target: service.url });
  try {
    const given = await runSchedules(proxy, schedule_count);
    const made = await madeObjects();
    expect(made.map(({ seed }) => seed)).toEqual(seedsOf(schedule_count));
    for (const { seed, names } of made) expect(names).toContain(given.get(seed));
    // Every kind of fault must have occurred, or the schedules would prove little.
    expect(Object.keys(proxy.counts).toSorted()).toEqual([...fates].toSorted());

    const payouts = made.filter(({ names }) => names.length === 1).length;
    const guichet = new Guichet({ apiKey: service.demo.test_key, baseUrl: `${service.url}/api/v1` });
    const balances = await guichet.balances.list();
    expect(balances.items).toEqual([
      {
        currency: 'XOF',
        available: 1_000_000 - payouts * payout_amount,
        payouts_in_flight: payouts * payout_amount,
        held: 0,
      },
    ]);
  } finally {
    await proxy.close();
  }
}, 240_000);

test('without the idempotency key, the same schedules create more objects than calls', async () => {
  const proxy = await startFaultProxy({ target: service.url, without_key: true });
  try {
    const before = (await madeObjects()).length;
    await runSchedules(proxy, 50);
    expect((await madeObjects()).length).toBeGreaterThan(before + 50);
  } finally {
    await proxy.close();
  }
}, 240_000);
