import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../../../test-support/actors.ts';
import { makeCaller, phoneEnding } from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../../test-support/jobs.ts';
import { untilWaiting } from '../../../../../../test-support/locks.ts';
import { makeMember, makeStaff } from '../../../../../../test-support/payout-staff.ts';
import {
  balancesOf,
  makePayer,
  makePayout,
  payoutTo,
  summarizePayout,
} from '../../../../../../test-support/payouts.ts';
import { actAs, authorOf } from '../../../accounts/audit/act-as.ts';
import { checkLedger } from '../../../ledger/check.ts';
import { type StaffActor, service_actor } from '../../../platform/actor/actor.ts';
import { showStaffPayout } from '../../../reads/payout/get.ts';
import { sendTransfer } from '../../send.ts';
import { payouts } from '../kind.ts';
import { browsePayouts } from './browse.ts';
import { orderPayout } from './create.ts';
import { decidePayout } from './decide.ts';
import { exportPayouts } from './export.ts';
import { listPayoutOptions } from './options.ts';
import { listPayoutRules, setPayoutRule } from './rules.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const order = async (actor: StaffActor, fields: object = {}) =>
  (await orderPayout(ctx, actor, payoutTo('00', fields), null)).value;

const onceWith = (key: string, body: unknown) => ({
  key,
  request_hash: createHash('sha256').update(JSON.stringify(body)).digest(),
});

/** Makes a merchant with money whose payouts above 10,000 XOF require a second person's approval. */
async function makeTeam(amount = 1_000_000) {
  const payer = await makePayer(ctx, amount);
  const { merchant_id } = payer;
  const owner = await makeMember(ctx, merchant_id, 'owner', 'Awa');
  const finance = await makeMember(ctx, merchant_id, 'finance', 'Koffi');
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 10_000, low_balance: null } });
  return { merchant_id, payer, owner, finance };
}

describe('a payout created by a person', () => {
  it('is sent immediately if it is within the limit for one person', async () => {
    const { merchant_id, finance } = await makeTeam();
    await dropJobs(ctx);
    const made = await order(finance, { amount: 10_000 });
    expect(made).toMatchObject({
      state: 'pending',
      order: { approval: 'not_needed', made_by: 'Koffi', decided_by: null },
    });
    expect(await listJobs(ctx)).toMatchObject([{ task: 'send_payout', payload: { payout_id: made.id } }]);
    await advance(ctx, 60_000);
    expect(await showStaffPayout(ctx, finance, made.id)).toMatchObject({
      payout: { state: 'success', order: { made_by: 'Koffi' } },
      may: { approve: false, refuse: false },
      transitions: [{ event: 'sending' }, { event: 'settled' }],
      ledger_entries: [
        { kind: 'payout_reserved' },
        { kind: 'payout_reserved' },
        { kind: 'payout_paid' },
        { kind: 'payout_paid' },
      ],
    });
    expect(await balancesOf(ctx, { merchant_id, mode: 'test' })).toEqual([
      'XOF 990000 available, 0 in flight',
    ]);
  });

  it('is created once for a key, however often the form is sent', async () => {
    const { finance } = await makeTeam();
    const body = payoutTo('00');
    const [first, second] = await Promise.all([
      orderPayout(ctx, finance, body, onceWith('one', body)),
      orderPayout(ctx, finance, body, onceWith('one', body)),
    ]);
    expect(first.value).toEqual(second.value);
    expect([first.replayed, second.replayed].sort()).toEqual([false, true]);
    expect((await browsePayouts(ctx, finance, {})).items).toHaveLength(1);
    const other = { ...body, amount: 6000 };
    await expect(orderPayout(ctx, finance, other, onceWith('one', other))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it.each([
    ['more than the balance', { amount: 9_999_999 }, 'insufficient_balance'],
    ['a number of a different country', { recipient: { phone: '+233244815100' } }, 'invalid_fields'],
    ['an amount of zero', { amount: 0 }, 'invalid_fields'],
  ])('is refused for %s', async (_, fields, code) => {
    const { finance } = await makeTeam();
    await expect(order(finance, fields)).rejects.toMatchObject({ code });
    expect((await browsePayouts(ctx, finance, {})).items).toEqual([]);
  });

  it.each(['developer', 'support', 'viewer'] as const)('cannot be created by a %s', async (role) => {
    const { merchant_id } = await makePayer(ctx);
    await expect(order(makeStaff(merchant_id, role))).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('a payout that awaits approval', () => {
  it('reserves its money, has no job, and is not sent even if there is one', async () => {
    const { merchant_id, finance } = await makeTeam();
    await dropJobs(ctx);
    const { id, state } = await order(finance, { amount: 10_001 });
    expect(state).toBe('waiting');
    expect(await listJobs(ctx)).toEqual([]);
    expect(await balancesOf(ctx, finance)).toEqual(['XOF 989999 available, 10001 in flight']);
    await sendTransfer(ctx, service_actor, { kind: payouts, job: { merchant_id, payout_id: id } });
    expect(await summarizePayout(ctx, { merchant_id, id })).toMatchObject({ payout: 'pending', events: [] });
  });

  it('is sent once a second person approves it', async () => {
    const { owner, finance } = await makeTeam();
    const { id } = await order(finance, { amount: 50_000 });
    expect((await showStaffPayout(ctx, finance, id)).may).toEqual({ approve: false, refuse: true });
    await expect(decidePayout(ctx, finance, { id, body: { decision: 'approve' } })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You created this payout: another person has to approve it.',
    });
    const decided = await decidePayout(ctx, owner, { id, body: { decision: 'approve', note: ' seen ' } });
    expect(decided).toMatchObject({
      state: 'pending',
      order: { approval: 'approved', decided_by: 'Awa', note: 'seen' },
    });
    await advance(ctx, 60_000);
    expect((await showStaffPayout(ctx, owner, id)).payout.state).toBe('success');
  });

  it('shows the e-mail addresses of two people with the same name, to those who may see the team', async () => {
    const { merchant_id, finance } = await makeTeam();
    const namesake = await makeMember(ctx, merchant_id, 'admin', finance.name);
    const { id } = await order(finance, { amount: 50_000 });
    await decidePayout(ctx, namesake, { id, body: { decision: 'approve' } });
    const { payout, emails } = await showStaffPayout(ctx, finance, id);
    expect(payout.order).toMatchObject({ made_by: 'Koffi', decided_by: 'Koffi' });
    expect(emails).toEqual({ made_by: finance.email, decided_by: namesake.email });
    const viewer = makeStaff(merchant_id, 'viewer');
    expect((await showStaffPayout(ctx, viewer, id)).emails).toEqual({ made_by: null, decided_by: null });
  });

  it.each([
    ['by a second person', 'owner'],
    ['by its author', 'finance'],
  ] as const)('releases its money when it is refused %s', async (_, who) => {
    const team = await makeTeam();
    const { id } = await order(team.finance, { amount: 50_000 });
    await decidePayout(ctx, team[who], { id, body: { decision: 'refuse' } });
    expect(await balancesOf(ctx, team.finance)).toEqual(['XOF 1000000 available, 0 in flight']);
    expect(await summarizePayout(ctx, { merchant_id: team.merchant_id, id })).toMatchObject({
      payout: 'failed',
      events: ['1 payout.failed'],
    });
    expect(await showStaffPayout(ctx, team.owner, id)).toMatchObject({
      payout: { state: 'failed', failure: { code: 'payer_cancelled' }, order: { approval: 'refused' } },
      failure_words: { en: 'The payout was refused by a person before it was paid.' },
    });
    await expect(decidePayout(ctx, team.owner, { id, body: { decision: 'approve' } })).rejects.toMatchObject({
      code: 'conflict',
      message: `${team[who].name} has already refused this payout.`,
    });
  });

  it.each([
    ['approve', 'refuse'],
    ['refuse', 'approve'],
    ['approve', 'approve'],
  ] as const)('is decided by the first of two concurrent decisions: %s, %s', async (first, second) => {
    const { merchant_id, owner, finance } = await makeTeam();
    const other = await makeMember(ctx, merchant_id, 'admin', 'Fatou');
    const { id } = await order(finance, { amount: 20_000 });
    // Locks the order, so that both members have read it before either of them decides.
    const gate = await ctx.pool.connect();
    await gate.query('begin');
    await gate.query('select from payout_orders where payout_id = $1 for update', [id]);
    const both = Promise.allSettled([
      decidePayout(ctx, owner, { id, body: { decision: first } }),
      decidePayout(ctx, other, { id, body: { decision: second } }),
    ]);
    await untilWaiting(ctx.database, 2, 'payout_orders');
    await gate.query('commit');
    gate.release();
    const ends = await both;
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = ends.find((end) => end.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'conflict' });
    const winner = ends[0]?.status === 'fulfilled' ? first : second;
    await advance(ctx, 60_000);
    expect((await showStaffPayout(ctx, owner, id)).payout.state).toBe(
      winner === 'approve' ? 'success' : 'failed',
    );
  });

  it('cannot be decided without permission, by another merchant or in the other mode', async () => {
    const { merchant_id, finance } = await makeTeam();
    const { id } = await order(finance, { amount: 20_000 });
    const stranger = makeStaff((await makePayer(ctx)).merchant_id, 'owner');
    const cases: [StaffActor, string][] = [
      [makeStaff(merchant_id, 'support'), 'forbidden'],
      [stranger, 'payout_not_found'],
      [{ ...makeStaff(merchant_id, 'owner'), mode: 'live' }, 'payout_not_found'],
    ];
    for (const [actor, code] of cases) {
      await expect(decidePayout(ctx, actor, { id, body: { decision: 'approve' } })).rejects.toMatchObject({
        code,
      });
      if (code !== 'forbidden') await expect(showStaffPayout(ctx, actor, id)).rejects.toMatchObject({ code });
    }
  });

  it('cannot be one that was created through the API within the limit', async () => {
    const { payer, owner } = await makeTeam();
    const { id } = await makePayout(ctx, payer, '00', { amount: 9_000 });
    await expect(decidePayout(ctx, owner, { id, body: { decision: 'approve' } })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await showStaffPayout(ctx, owner, id)).payout).toMatchObject({ state: 'pending', order: null });
  });

  it('is recorded in the audit log with both people', async () => {
    const { merchant_id, owner, finance } = await makeTeam();
    const { value } = await orderPayout(
      actAs(ctx, authorOf(finance)),
      finance,
      payoutTo('00', { amount: 20_000 }),
      null,
    );
    await decidePayout(actAs(ctx, authorOf(owner)), owner, { id: value.id, body: { decision: 'approve' } });
    const { rows } = await ctx.pool.query(
      `select author_id, action, after ->> 'approval' as approval from audit_log
      where merchant_id = $1 and object_type = 'payout' and object_id = $2 order by position`,
      [merchant_id, value.id],
    );
    expect(rows).toEqual([
      { author_id: finance.user_id, action: 'created', approval: 'waiting' },
      { author_id: owner.user_id, action: 'changed', approval: 'approved' },
    ]);
  });
});

describe('the list of payouts', () => {
  it('has stable pages, newest first', async () => {
    const { owner, finance } = await makeTeam();
    for (let amount = 1; amount <= 5; amount++) await order(finance, { amount });
    const first = await browsePayouts(ctx, owner, { limit: '2' });
    await order(finance, { amount: 6 });
    const second = await browsePayouts(ctx, owner, { limit: '2', cursor: first.next_cursor });
    const third = await browsePayouts(ctx, owner, { limit: '2', cursor: second.next_cursor });
    const amounts = [first, second, third].map(({ items }) => items.map(({ amount }) => amount));
    expect(amounts).toEqual([[5, 4], [3, 2], [1]]);
    expect(third.next_cursor).toBeNull();
  });

  it('can be filtered by state, operator, amount, time and text', async () => {
    const { merchant_id, owner, finance } = await makeTeam();
    const waiting = await order(finance, { amount: 30_000 });
    const sent = await order(finance, {
      amount: 1,
      recipient: { phone: phoneEnding('01'), last_name: 'Traoré' },
    });
    const described = await order(finance, {
      amount: 2,
      description: '100% of March',
      operator: 'orange_ci',
      recipient: { phone: '+2250700000000' },
    });
    const live = { ...makeStaff(merchant_id, 'owner'), mode: 'live' } as const;
    const find = async (query: Record<string, string>, by: StaffActor = owner) =>
      (await browsePayouts(ctx, by, query)).items.map(({ id }) => id);
    expect(await find({})).toEqual([described.id, sent.id, waiting.id]);
    expect(await find({}, live)).toEqual([]);
    const cases: [query: Record<string, string>, found: string[]][] = [
      [{ state: 'waiting' }, [waiting.id]],
      [{ state: 'pending' }, [described.id, sent.id]],
      [{ state: 'success' }, []],
      [{ state: 'stuck' }, []],
      [{ operator: 'orange_ci' }, [described.id]],
      [{ currency: 'GHS' }, []],
      [{ text: sent.id.toLowerCase() }, [sent.id]],
      [{ text: sent.reference }, [sent.id]],
      [{ text: '00225 07 00' }, [described.id]],
      [{ text: 'traor' }, [sent.id]],
      [{ text: 'mar' }, [described.id]],
      [{ text: 'OF  march' }, [described.id]],
      [{ text: 'march of' }, [described.id]],
      [{ text: 'arch' }, []],
      [{ text: 'marches' }, []],
      [{ text: '100%' }, [described.id]],
      [{ text: 'm' }, [described.id]],
      [{ text: '%' }, []],
      [{ text: '-' }, []],
      [{ text: "'; drop table payouts; --" }, []],
      [{ since: '2041-01-01T00:00:00Z' }, []],
      [{ until: '2041-01-01T00:00:00Z', text: 'Traoré' }, [sent.id]],
    ];
    for (const [query, found] of cases) expect({ query, found: await find(query) }).toEqual({ query, found });
    await advance(ctx, 60_000);
    expect(await find({ state: 'failed' })).toEqual([sent.id]);
    expect(await find({ state: 'success' })).toEqual([described.id]);
  });

  it.each([
    [{ state: 'lost' }],
    [{ cursor: 'x' }],
    [{ since: 'yesterday' }],
    [{ limit: '1000' }],
    [{ nonsense: '1' }],
  ])('rejects %o', async (query) => {
    const { owner } = await makeTeam();
    await expect(browsePayouts(ctx, owner, query)).rejects.toMatchObject({ code: 'invalid_fields' });
  });

  it('can be exported, with any formulas neutralized', async () => {
    const { owner, finance } = await makeTeam();
    await order(finance, { amount: 7, description: '=HYPERLINK("http://a.example")' });
    let text = '';
    for await (const part of exportPayouts(ctx, owner, {})) text += part;
    const [heading, line, rest] = text.split('\r\n');
    expect(heading).toMatch(/^\ufeffid,reference,state,amount,currency,operator,phone/);
    expect(line).toContain(`pending,7,XOF,mtn_ci,${phoneEnding('00')},,,"'=HYPERLINK(""http://a.example"")"`);
    expect(rest).toBe('');
  });
});

describe('the payout form', () => {
  it('shows balances, rules and operators', async () => {
    const { owner } = await makeTeam(5_000);
    const { currencies } = await listPayoutOptions(ctx, owner);
    expect(currencies).toMatchObject([{ currency: 'XOF', available: 5_000, approval_above: 10_000 }]);
    expect(currencies[0]?.operators).toContainEqual({
      code: 'mtn_ci',
      name: expect.any(String),
      country: 'CI',
    });
  });

  it('is based on rules that only owners and admins can set, with the decimals of the currency', async () => {
    const caller = await makeCaller(ctx);
    const owner = makeStaff(caller.merchant_id, 'owner');
    await setPayoutRule(ctx, owner, { currency: 'GHS', body: { approval_above: 0, low_balance: 12.5 } });
    expect(await listPayoutRules(ctx, owner)).toEqual({
      items: [
        {
          ...{ currency: 'GHS', approval_above: 0, low_balance: 12.5 },
          ...{ approval_day_above: null, approval_recipient_above: null },
        },
      ],
    });
    for (const [currency, rule] of [
      ['XOF', { approval_above: 1.5, low_balance: null }],
      ['ghs', { approval_above: 1, low_balance: null }],
      ['XOF', { approval_above: -1, low_balance: null }],
      ['XOF', {}],
    ] as const) {
      await expect(setPayoutRule(ctx, owner, { currency, body: rule })).rejects.toMatchObject({
        code: 'invalid_fields',
      });
    }
    const admin = makeStaff(caller.merchant_id, 'admin');
    await setPayoutRule(ctx, admin, { currency: 'GHS', body: { approval_above: 5, low_balance: null } });
    const finance = makeStaff(caller.merchant_id, 'finance');
    await expect(
      setPayoutRule(ctx, finance, { currency: 'GHS', body: { approval_above: null, low_balance: null } }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});

it('the books still balance after all these orders', async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});
