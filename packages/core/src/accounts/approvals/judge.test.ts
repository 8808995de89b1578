import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { makeMember } from '../../../../../test-support/payout-staff.ts';
import { balancesOf, makePayer, payoutJob, payoutTo } from '../../../../../test-support/payouts.ts';
import { checkLedger } from '../../ledger/check.ts';
import { erasePerson } from '../../operations/personal-data/erase.ts';
import { fundSandbox } from '../../operations/sandbox/fund.ts';
import { type StaffActor, service_actor } from '../../platform/actor/actor.ts';
import { type Connected, connect } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { showStaffPayout } from '../../reads/payout/get.ts';
import { confirmBatch } from '../../transfers/payouts/batches/confirm.ts';
import { uploadBatch } from '../../transfers/payouts/batches/upload.ts';
import { createPayout } from '../../transfers/payouts/create.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { orderPayout } from '../../transfers/payouts/orders/create.ts';
import { decidePayout } from '../../transfers/payouts/orders/decide.ts';
import { setPayoutRule } from '../../transfers/payouts/orders/rules.ts';
import { retrievePayout } from '../../transfers/payouts/retrieve.ts';
import { sendTransfer } from '../../transfers/send.ts';
import type { Caller } from '../api-keys/authenticate.ts';
import { makeAuthenticate } from '../api-keys/authenticate.ts';
import { createKey } from '../api-keys/create.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

interface Rule {
  readonly approval_above: number;
  readonly approval_day_above?: number | null;
  readonly approval_recipient_above?: number | null;
}

/** Makes a merchant with 1,000,000 XOF whose payouts above 10,000 need a second person. */
async function makeTeam(rule: Rule = { approval_above: 10_000 }) {
  const payer = await makePayer(ctx, 1_000_000);
  const { merchant_id } = payer;
  const owner = await makeMember(ctx, merchant_id, 'owner', 'Awa');
  const admin = await makeMember(ctx, merchant_id, 'admin', 'Yao');
  const finance = await makeMember(ctx, merchant_id, 'finance', 'Koffi');
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { low_balance: null, ...rule } });
  return { merchant_id, payer, owner, admin, finance };
}

/** Makes an API key that a member of staff created in the dashboard. */
async function keyOf(made_by: StaffActor): Promise<Caller> {
  const { key } = await createKey(ctx, commandOf(made_by.merchant_id), { made_by, name: 'Shop server' });
  return makeAuthenticate(ctx.db)(`Bearer ${key}`);
}

const byApi = async (caller: Caller, amount: number, phone = '+2250504030200') =>
  (await createPayout(ctx, caller, payoutTo('00', { amount, recipient: { phone } }), null)).value;
const byPerson = async (actor: StaffActor, amount: number, phone = '+2250504030200') =>
  (await orderPayout(ctx, actor, payoutTo('00', { amount, recipient: { phone } }), null)).value;

/** Uploads and confirms a file of payouts to these numbers. @returns whether it awaits approval */
async function byFile(actor: StaffActor, lines: readonly (readonly [phone: string, amount: number])[]) {
  const text = [
    'amount,currency,operator,phone',
    ...lines.map(([phone, amount]) => `${amount},XOF,mtn_ci,${phone}`),
  ];
  const content = (async function* () {
    yield Buffer.from(`${text.join('\n')}\n`);
  })();
  const { batch, needs_approval, same_as } = await uploadBatch(ctx, actor, {
    query: { file_name: 'a.csv' },
    content,
  });
  const confirmed = await confirmBatch(ctx, actor, { id: batch.id, body: { again: same_as?.id } });
  const waits = confirmed.batch.states.some(({ state }) => state === 'waiting');
  expect(needs_approval).toBe(waits);
  return waits;
}

describe('a payout through the API above the limit of the rule', () => {
  it('awaits approval: its money is reserved, it has no job, and even a stray job does not send it', async () => {
    const { payer, owner, merchant_id } = await makeTeam();
    await dropJobs(ctx);
    const made = await byApi(payer, 10_001);
    expect(made).toMatchObject({ status: 'pending', needs_approval: true });
    expect(await listJobs(ctx)).toEqual([]);
    expect(await balancesOf(ctx, payer)).toEqual(['XOF 989999 available, 10001 in flight']);
    await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob({ merchant_id, id: made.id }) });
    expect(await retrievePayout(ctx, payer, made.id)).toEqual(made);
    expect(await showStaffPayout(ctx, owner, made.id)).toMatchObject({
      payout: {
        state: 'waiting',
        order: { approval: 'waiting', made_by: expect.stringMatching(/^svc_test_…/) },
      },
      may: { approve: true, refuse: true },
    });
  });

  it('is sent once a second person has approved it', async () => {
    const { payer, owner } = await makeTeam();
    const { id } = await byApi(payer, 50_000);
    await decidePayout(ctx, owner, { id, body: { decision: 'approve' } });
    await advance(ctx, 60_000);
    expect(await retrievePayout(ctx, payer, id)).toMatchObject({ status: 'success', needs_approval: true });
  });

  it('releases its money when it is refused', async () => {
    const { payer, owner } = await makeTeam();
    const { id } = await byApi(payer, 50_000);
    await decidePayout(ctx, owner, { id, body: { decision: 'refuse' } });
    expect(await retrievePayout(ctx, payer, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'payer_cancelled' },
    });
    expect(await balancesOf(ctx, payer)).toEqual(['XOF 1000000 available, 0 in flight']);
    expect(await checkLedger(ctx, command)).toMatchObject({ ok: true });
  });

  it('is attributed to the person who created the key, who may cancel it but not approve it', async () => {
    const { owner, admin } = await makeTeam();
    const { id } = await byApi(await keyOf(admin), 50_000);
    expect(await showStaffPayout(ctx, admin, id)).toMatchObject({
      payout: { order: { made_by: expect.stringMatching(/^Shop server \(svc_test_…\w{4}\)$/) } },
      may: { approve: false, refuse: true },
    });
    await expect(decidePayout(ctx, admin, { id, body: { decision: 'approve' } })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You created this payout: another person has to approve it.',
    });
    await decidePayout(ctx, owner, { id, body: { decision: 'approve' } });
  });

  it('returns the first response when the request is repeated', async () => {
    const { payer } = await makeTeam();
    const once = { key: 'one', request_hash: Buffer.alloc(32, 1) };
    const body = payoutTo('00', { amount: 50_000 });
    const first = await createPayout(ctx, payer, body, once);
    expect(first.value.needs_approval).toBe(true);
    expect(await createPayout(ctx, payer, body, once)).toEqual({ ...first, replayed: true });
  });

  it('needs no approval in a currency without a rule', async () => {
    const { payer, merchant_id } = await makeTeam();
    await fundSandbox(ctx, commandOf(merchant_id), { currency: 'GHS', amount: 90_000 });
    const cedis = {
      amount: 90_000,
      currency: 'GHS',
      operator: 'mtn_gh',
      recipient: { phone: '+233244815100' },
    };
    const { value } = await createPayout(ctx, payer, cedis, null);
    expect(value.needs_approval).toBe(false);
  });
});

describe('splitting a payout', () => {
  const phones = Array.from({ length: 9 }, (_, number) => `+225050403${String(number).padStart(2, '0')}00`);

  it.each<
    [what: string, pay: (team: Awaited<ReturnType<typeof makeTeam>>, phone: string) => Promise<unknown>]
  >([
    ['by a key', ({ payer }, phone) => byApi(payer, 2_000, phone)],
    ['by a person', ({ finance }, phone) => byPerson(finance, 2_000, phone)],
    [
      'by several people',
      ({ finance, admin }, phone) => byPerson(phone < '+22505040303' ? finance : admin, 2_000, phone),
    ],
    ['by several keys', async ({ admin }, phone) => byApi(await keyOf(admin), 2_000, phone)],
    ['by file', ({ finance }, phone) => byFile(finance, [[phone, 2_000]])],
    [
      'by files of two lines each',
      ({ finance }, phone) =>
        byFile(finance, [
          [phone, 1_000],
          [phone, 1_000],
        ]),
    ],
    [
      'by all of them in turn',
      ({ finance, payer }, phone) =>
        [
          () => byApi(payer, 2_000, phone),
          () => byPerson(finance, 2_000, phone),
          () => byFile(finance, [[phone, 2_000]]),
        ][phones.indexOf(phone) % 3]?.() ?? Promise.reject(new Error('unexpected number')),
    ],
  ])('%s cannot exceed the limit of one payout', async (_, pay) => {
    const team = await makeTeam();
    for (const phone of phones) await pay(team, phone);
    expect(await readUnapproved(team.merchant_id)).toBe(10_000n);
  });

  it('to one recipient cannot exceed the limit of one payout, even if the daily limit would allow it', async () => {
    const { payer, finance, merchant_id } = await makeTeam({
      approval_above: 10_000,
      approval_day_above: 500_000,
    });
    for (let number = 0; number < 6; number++) {
      await byApi(payer, 2_500);
      await byPerson(finance, 2_500, '00225 05 04 03 02 00');
    }
    await byFile(finance, [['+2250504030200', 1]]);
    expect(await readUnapproved(merchant_id)).toBe(10_000n);
    expect(await byApi(payer, 10_000, '+2250504030300')).toMatchObject({ needs_approval: false });
  });

  it('to one recipient is still detected after the recipient’s data is erased', async () => {
    const { payer, merchant_id } = await makeTeam({ approval_above: 10_000, approval_day_above: 500_000 });
    const phone = '+2250504030200';
    await byApi(payer, 6_000, phone);
    await advance(ctx, 60_000);
    await erasePerson(ctx, command, { merchant_id, phone });
    expect(await byApi(payer, 4_001, phone)).toMatchObject({ needs_approval: true });
    expect(await byApi(payer, 4_000, phone)).toMatchObject({ needs_approval: false });
    await advance(ctx, 60_000);
    await ctx.pool.query(
      `update payouts set placed_at = now() - interval '25 hours' where merchant_id = $1 and recipient_phone = '[erased]'`,
      [merchant_id],
    );
    expect(await byApi(payer, 6_000, phone)).toMatchObject({ needs_approval: false });
  });

  it('across an API payout and a file makes the whole file await approval because of one recipient', async () => {
    const { payer, finance, merchant_id } = await makeTeam({
      approval_above: 10_000,
      approval_day_above: 500_000,
    });
    await byApi(payer, 9_000);
    expect(
      await byFile(finance, [
        ['+2250504030300', 10],
        ['+2250504030200', 1_001],
      ]),
    ).toBe(true);
    expect(
      await byFile(finance, [
        ['+2250504030300', 10],
        ['+2250504030200', 1_000],
      ]),
    ).toBe(false);
    expect(await readUnapproved(merchant_id)).toBe(10_010n);
  });

  it('is detected without counting failed payouts and payouts that a second person approved', async () => {
    const { payer, owner } = await makeTeam();
    const { id } = await byApi(payer, 90_000);
    await decidePayout(ctx, owner, { id, body: { decision: 'approve' } });
    await createPayout(ctx, payer, payoutTo('01', { amount: 10_000 }), null);
    await advance(ctx, 60_000);
    expect(await byApi(payer, 10_000)).toMatchObject({ needs_approval: false });
    expect(await byApi(payer, 1)).toMatchObject({ needs_approval: true });
  });

  it.each([
    ['23 hours 59 minutes', true],
    ['24 hours 1 second', false],
    // The database's clock was set back after the payout.
    ['-1 hour', true],
  ])('is judged by the database’s clock: a payout made %s ago counts: %s', async (ago, counts) => {
    const { payer, merchant_id } = await makeTeam();
    const { id } = await byApi(payer, 10_000);
    await ctx.pool.query(
      `update payouts set placed_at = now() - $3::interval where merchant_id = $1 and id = $2`,
      [merchant_id, id, ago],
    );
    expect((await byApi(payer, 1)).needs_approval).toBe(counts);
  });

  it('is detected regardless of the process’s clock', async () => {
    const { payer, merchant_id } = await makeTeam();
    const clock = { ...ctx.clock, now: () => new Date(Date.now() - 7 * 24 * 3_600_000) };
    for (let number = 0; number < 3; number++) {
      await createPayout({ ...ctx, clock }, payer, payoutTo('00', { amount: 5_000 }), null);
    }
    expect(await readUnapproved(merchant_id)).toBe(10_000n);
  });
});

/** Reads the total paid out without a second person. */
async function readUnapproved(merchant_id: string): Promise<bigint> {
  const { rows } = await ctx.pool.query<{ sum: bigint }>(
    `select coalesce(sum(amount_minor), 0)::bigint as sum from payouts
      left join payout_orders on payout_orders.payout_id = payouts.id
      where payouts.merchant_id = $1 and coalesce(approval, 'not_needed') = 'not_needed'`,
    [merchant_id],
  );
  return rows[0]?.sum ?? 0n;
}

describe('32 concurrent payouts', () => {
  let processes: Connected[];
  beforeAll(() => {
    processes = Array.from({ length: 4 }, () =>
      connect(ctx.database.database_url, {
        connections_max: 8,
        onError: (error) => {
          throw error;
        },
      }),
    );
  });
  afterAll(() => Promise.all(processes.map((one) => one.close())));

  it('by several processes, by key and in the dashboard, cannot exceed the limit in total', async () => {
    const { payer, finance, merchant_id } = await makeTeam();
    const made = await Promise.all(
      Array.from({ length: 32 }, async (_, number) => {
        const { db } = processes[number % processes.length] ?? ctx;
        const recipient = { phone: `+2250504${String(number).padStart(4, '0')}00` };
        const body = payoutTo('00', { amount: 3_000, recipient });
        const { value } =
          number % 2 === 0
            ? await createPayout({ ...ctx, db }, payer, body, null)
            : await orderPayout({ ...ctx, db }, finance, body, null);
        return value.needs_approval;
      }),
    );
    expect(made.filter((waits) => !waits)).toHaveLength(3);
    expect(await readUnapproved(merchant_id)).toBe(9_000n);
  });
});

describe('a payout at a merchant without a rule', () => {
  it('reads the rule in the same statement as the balance, and needs no further query for approvals', async () => {
    const payer = await makePayer(ctx);
    const statements: string[] = [];
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: ctx.pool }),
      log: ({ query }) => void statements.push(query.sql),
    });
    await createPayout({ ...ctx, db }, payer, payoutTo('00'), null);
    const about = statements.filter((text) => /payout_rules|payout_orders|api_keys|placed_at >/.test(text));
    expect(about).toEqual([expect.stringMatching(/balance_changes[\s\S]*left join payout_rules/)]);
  });
});
