import { asCurrency } from '@guichet/kernel/currencies';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import {
  balancesOf,
  makePayer,
  makePayout,
  payoutJob,
  readPayout,
  summarizePayout,
} from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { type StaffActor, service_actor } from '../../platform/actor/actor.ts';
import { showStaffPayout } from '../../reads/payout/get.ts';
import { applyTransferOutcome } from '../../transfers/apply-outcome.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { updateFacts } from '../../transfers/queries.ts';
import { sendTransfer } from '../../transfers/send.ts';
import type { TransferKey } from '../../transfers/transfer.ts';
import { resolvePayout } from './resolve-payout.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  // The balance is enough for every case, whichever of two concurrent outcomes counts.
  caller = await makePayer(ctx, 1_000_000);
});
afterAll(() => ctx.database.close());
afterEach(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

const actor = (role: StaffActor['role'] = 'finance', name = 'Awa'): StaffActor => ({
  kind: 'staff',
  user_id: `stf_${name}`,
  name,
  email: 'staff@shop.example',
  address: '127.0.0.1',
  request_id: 'req',
  merchant_id: caller.merchant_id,
  mode: 'test',
  role,
});

/** Situations in which a payout needs review. */
const situations = {
  unknown: async (payout: TransferKey) => updateFacts(ctx.db, payouts, payout, { needs_review: true }),
  mismatch: async (payout: TransferKey) => hear(payout, { kind: 'settled', money: xof(4000n) }),
  'mismatch, then refused': async (payout: TransferKey) => {
    await hear(payout, { kind: 'settled', money: xof(4000n) });
    await hear(payout, { kind: 'failed', reason: 'not_registered', operator_code: 'E06' });
  },
} as const;
type Situation = keyof typeof situations;

const xof = (amount_minor: bigint) => ({ amount_minor, currency: asCurrency('XOF') });
type Outcome = Parameters<typeof applyTransferOutcome>[3]['outcome'];
const hear = (payout: TransferKey, outcome: Outcome) =>
  applyTransferOutcome(ctx, payouts, payout, { outcome, provider_reference: 'op-1', raw: {} }, 'inquiry');

/** Makes a payout of 5,000 XOF that was sent and needs review. */
async function makeStuck(situation: Situation = 'unknown'): Promise<TransferKey> {
  const payout = await makePayout(ctx, caller, '22');
  await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
  await situations[situation](payout);
  expect((await readPayout(ctx, payout)).needs_review).toBe(true);
  return payout;
}

const say = ({ id }: TransferKey, body: object, by = actor()) =>
  resolvePayout(ctx, by, { id, body: { note: 'Rang the operator', ...body } });

const reserved = ['payout_reserved merchant_balance 5000', 'payout_reserved payouts_in_flight -5000'];
const paid = ['payout_paid payouts_in_flight 5000', 'payout_paid operator_clearing:sandbox -5000'];
const returned = ['payout_returned payouts_in_flight 5000', 'payout_returned merchant_balance -5000'];
const paid_late = [
  'payout_paid_late merchant_balance 5000',
  'payout_paid_late operator_clearing:sandbox -5000',
];
const proof = 'Receipt 77';

describe('a payout whose outcome is unknown', () => {
  it.each([
    ['unknown', { verdict: 'paid', proof }, 'success', paid, ['1 payout.successful']],
    ['unknown', { verdict: 'not_paid' }, 'failed', returned, ['1 payout.failed']],
    ['mismatch', { verdict: 'paid', proof }, 'success', paid, ['1 payout.successful']],
    ['mismatch', { verdict: 'not_paid' }, 'failed', returned, ['1 payout.failed']],
    [
      'mismatch, then refused',
      { verdict: 'paid', proof },
      'success',
      [...returned, ...paid_late],
      ['1 payout.failed', '2 payout.successful'],
    ],
    ['mismatch, then refused', { verdict: 'not_paid' }, 'failed', returned, ['1 payout.failed']],
    ['mismatch, then refused', { verdict: 'settled' }, 'failed', returned, ['1 payout.failed']],
  ] as const)(
    'in the situation “%s” can be resolved with %j',
    async (situation, said, status, entries, events) => {
      const payout = await makeStuck(situation);
      expect(await say(payout, said)).toMatchObject({ ...said, note: 'Rang the operator', user_name: 'Awa' });
      expect(await summarizePayout(ctx, payout)).toMatchObject({
        payout: status,
        needs_review: false,
        entries: [...reserved, ...entries],
        events,
      });
      const shown = await showStaffPayout(ctx, actor('viewer'), payout.id);
      expect(shown).toMatchObject({ payout: { state: status }, resolutions: [{ verdict: said.verdict }] });
      await expect(say(payout, said)).rejects.toMatchObject({ code: 'conflict' });
      expect((await summarizePayout(ctx, payout)).entries).toEqual([...reserved, ...entries]);
    },
  );

  it('returns its money to the balance when a person finds that it was not paid', async () => {
    const before = await balancesOf(ctx, caller);
    const returning = await makeStuck();
    await say(returning, { verdict: 'not_paid' });
    expect(await balancesOf(ctx, caller)).toEqual(before);
    const { via } = (await showStaffPayout(ctx, actor(), returning.id)).transitions.at(-1) ?? {};
    expect(via).toBe('person');
  });

  it('is resolved once, by the first of two concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const payout = await makeStuck();
      const both = await Promise.allSettled([
        say(payout, { verdict: 'paid', proof }, actor('finance', 'Awa')),
        say(payout, { verdict: 'not_paid' }, actor('owner', 'Kofi')),
      ]);
      const lost = both.filter((one) => one.status === 'rejected');
      expect(lost).toMatchObject([{ reason: { code: 'conflict' } }]);
      const { events, entries } = await summarizePayout(ctx, payout);
      expect([events.length, entries.length]).toEqual([1, 4]);
      expect((await showStaffPayout(ctx, actor(), payout.id)).resolutions).toHaveLength(1);
    }
  });

  it('gets its outcome from the operator or a person, whichever comes first', async () => {
    const payout = await makeStuck();
    const both = await Promise.allSettled([
      say(payout, { verdict: 'paid', proof }),
      hear(payout, { kind: 'settled', money: xof(5000n) }),
    ]);
    expect(both[1]?.status).toBe('fulfilled');
    const { payout: status, entries, events } = await summarizePayout(ctx, payout);
    expect({ status, entries, events }).toEqual({
      status: 'success',
      entries: [...reserved, ...paid],
      events: ['1 payout.successful'],
    });
  });

  it('that a person resolved as not paid is taken from the balance again if the operator paid it after all', async () => {
    const payout = await makeStuck();
    await say(payout, { verdict: 'not_paid' });
    await hear(payout, { kind: 'settled', money: xof(5000n) });
    expect(await summarizePayout(ctx, payout)).toMatchObject({
      payout: 'success',
      entries: [...reserved, ...returned, ...paid_late],
    });
  });

  it.each([
    [{ verdict: 'paid' }, 'invalid_fields'],
    [{ verdict: 'paid', proof: ' ' }, 'invalid_fields'],
    [{ verdict: 'not_paid', note: ' ' }, 'invalid_fields'],
    [{ verdict: 'perhaps' }, 'invalid_fields'],
    [{ verdict: 'not_paid', amount: 1 }, 'invalid_fields'],
    [{ verdict: 'settled' }, 'conflict'],
  ])('rejects %j', async (body, code) => {
    const payout = await makeStuck();
    await expect(say(payout, body)).rejects.toMatchObject({ code });
    expect(await showStaffPayout(ctx, actor(), payout.id)).toMatchObject({
      payout: { state: 'stuck' },
      resolutions: [],
    });
  });

  it('can be resolved only by staff of its merchant and mode with the required scope', async () => {
    const payout = await makeStuck();
    const body = { verdict: 'not_paid' };
    for (const role of ['developer', 'support', 'viewer'] as const) {
      await expect(say(payout, body, actor(role))).rejects.toMatchObject({ code: 'forbidden' });
    }
    const { merchant_id } = await makePayer(ctx);
    for (const stranger of [
      { ...actor('owner'), merchant_id },
      { ...actor('owner'), mode: 'live' as const },
    ]) {
      await expect(say(payout, body, stranger)).rejects.toMatchObject({ code: 'payout_not_found' });
    }
  });
});

it.each(['00', '01', '22'])('a payout that needs no review (…%s) cannot be resolved', async (digits) => {
  const payout = await makePayout(ctx, caller, digits);
  await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
  await expect(say(payout, { verdict: 'not_paid' })).rejects.toMatchObject({ code: 'conflict' });
});

it('a payout that is not sent yet cannot be resolved as settled', async () => {
  const payout = await makePayout(ctx, caller, '22');
  await updateFacts(ctx.db, payouts, payout, { needs_review: true });
  await expect(say(payout, { verdict: 'settled' })).rejects.toMatchObject({
    code: 'conflict',
    reason: { code: 'end_not_known' },
  });
  expect(await summarizePayout(ctx, payout)).toMatchObject({ payout: 'pending', needs_review: true });
});

it('a paid payout is recorded as reversed with evidence, and its amount returns to the balance', async () => {
  const before = await balancesOf(ctx, caller);
  const payout = await makePayout(ctx, caller, '00');
  await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
  await expect(say(payout, { verdict: 'reversed' })).rejects.toMatchObject({ code: 'invalid_fields' });
  await say(payout, { verdict: 'reversed', proof });
  expect(await summarizePayout(ctx, payout)).toMatchObject({
    payout: 'reversed',
    events: ['1 payout.successful', '2 payout.returned'],
  });
  expect(await balancesOf(ctx, caller)).toEqual(before);
  expect(await showStaffPayout(ctx, actor(), payout.id)).toMatchObject({
    payout: { state: 'reversed' },
    resolutions: [{ verdict: 'reversed', proof }],
  });
  await expect(say(payout, { verdict: 'reversed', proof })).rejects.toMatchObject({ code: 'conflict' });
});
