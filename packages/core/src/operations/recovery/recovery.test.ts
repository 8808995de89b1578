import { createHash } from 'node:crypto';
import { timestampText } from '@guichet/kernel/clock';
import type { Outcome } from '@guichet/kernel/outcome';
import type { Connector, LookupRequest } from '@guichet/operators/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choose, chooseAndPay, makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { type Losable, makeLosable } from '../../../../../test-support/losses.ts';
import { makeStaff } from '../../../../../test-support/payout-staff.ts';
import { makePayer, makePayout, payoutTo, readPayout } from '../../../../../test-support/payouts.ts';
import { makePaid, makeRefund, makeSeller } from '../../../../../test-support/refunds.ts';
import { getCheckoutSnapshot } from '../../payments/session/get-snapshot.ts';
import { payCheckout } from '../../payments/session/pay.ts';
import { customerWith, service_actor } from '../../platform/actor/actor.ts';
import { createPayout } from '../../transfers/payouts/create.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { claimInquiry } from '../../transfers/queries.ts';
import { beginSending } from '../../transfers/send.ts';
import { resolvePayout } from '../review/resolve-payout.ts';
import { beginRecovery } from './begin.ts';
import { endRecovery } from './end.ts';
import { lookAround } from './look.ts';
import { showRecoveryNotice } from './notice.ts';
import { openService } from './open.ts';
import { showRecovery } from './show.ts';

let one: Losable;
beforeEach(async () => {
  one = await makeLosable();
});
afterEach(() => one.close());

const person = { kind: 'command', name: 'ama' } as const;
const once = (key: string) => ({ key, request_hash: createHash('sha256').update(key).digest() });
const minute_ms = 60_000;

async function lookUntilDone(): Promise<void> {
  while (await lookAround(one.ctx, service_actor));
  await lookAround(one.ctx, service_actor);
}

describe('during a recovery', () => {
  it('a session that the restored database may have lost is not said to be unknown', async () => {
    const seller = await makeSeller(one.ctx);
    const { token } = await makeCheckout(one.ctx, seller);
    const read = (token: string) => getCheckoutSnapshot(one.ctx, customerWith(token));
    await one.ctx.pool.query('alter table checkout_sessions disable trigger all');
    await one.ctx.pool.query('delete from checkout_sessions');
    await expect(read(token)).rejects.toMatchObject({ code: 'session_not_found' });
    await beginRecovery(one.ctx, person);
    await expect(read(token)).rejects.toMatchObject({ code: 'recovering', status: 503 });
    await expect(read('A'.repeat(token.length))).rejects.toMatchObject({ code: 'session_not_found' });
  });

  it('no payouts, refunds or collections are sent until a person has opened the service', async () => {
    const payer = await makePayer(one.ctx);
    const seller = await makeSeller(one.ctx);
    const paid = await makePaid(one.ctx, seller);
    const checkout = await makeCheckout(one.ctx, seller);
    await choose(one.ctx, checkout, '00');
    await dropJobs(one.ctx);
    const before = one.books.size;
    await beginRecovery(one.ctx, person);
    const payout = await makePayout(one.ctx, payer, '00');
    await makeRefund(one.ctx, paid);
    await expect(payCheckout(one.ctx, customerWith(checkout.token), { otp: null })).rejects.toMatchObject({
      code: 'recovering',
      status: 503,
      retry_after_s: 60,
    });
    await advance(one.ctx, minute_ms);
    expect(one.books.size).toBe(before);
    expect(await readPayout(one.ctx, payout)).toMatchObject({ status: 'pending', sent_at: null });
    await lookUntilDone();
    expect(one.books.size).toBe(before);
    expect(await showRecovery(one.ctx, person)).toMatchObject({
      ...{ status: 'recovering', reason: 'requested', began_by: 'ama', to_inquire: 0, to_send: 2, open: 2 },
      looked_at: expect.any(String),
    });
    expect(await endRecovery(one.ctx, person)).toEqual({ status: 'open' });
    await payCheckout(one.ctx, customerWith(checkout.token), { otp: null });
    await advance(one.ctx, minute_ms);
    expect(one.books.size).toBe(before + 3);
    expect((await readPayout(one.ctx, payout)).status).toBe('success');
  });

  it('a payout of which the operator has a record becomes paid without being sent again, even if the merchant repeats it', async () => {
    const payer = await makePayer(one.ctx);
    const known = await makePayout(one.ctx, payer, '00');
    await one.backUp();
    await advance(one.ctx, minute_ms);
    await createPayout(one.ctx, payer, payoutTo('00'), once('order-1'));
    await advance(one.ctx, minute_ms);
    expect(one.books.size).toBe(2);
    await one.restore();
    await beginRecovery(one.ctx, person);
    const { value } = await createPayout(one.ctx, payer, payoutTo('00'), once('order-1'));
    await lookUntilDone();
    const { merchant_id } = payer;
    for (const key of [known, { merchant_id, id: value.id }]) {
      expect(await readPayout(one.ctx, key)).toMatchObject({ status: 'success', sent_at: null });
    }
    expect(await showRecovery(one.ctx, person)).toMatchObject({ found_paid: 2, to_send: 0, open: 0 });
    await endRecovery(one.ctx, person);
    await advance(one.ctx, minute_ms);
    expect(one.books.size).toBe(2);
  });

  it('a payout that the operator has recorded with a different amount is flagged and never sent', async () => {
    const payer = await makePayer(one.ctx);
    await one.backUp();
    await createPayout(one.ctx, payer, payoutTo('00'), once('order-1'));
    await advance(one.ctx, minute_ms);
    await one.restore();
    await beginRecovery(one.ctx, person);
    const { value } = await createPayout(one.ctx, payer, payoutTo('00', { amount: 700 }), once('order-1'));
    await lookUntilDone();
    await endRecovery(one.ctx, person);
    await advance(one.ctx, minute_ms);
    const payout = await readPayout(one.ctx, { merchant_id: payer.merchant_id, id: value.id });
    expect(payout).toMatchObject({ status: 'processing', needs_review: true });
    expect(one.books.size).toBe(1);
  });

  it('a payout older than the operator’s records is not failed just because the operator has no record of it', async () => {
    const payout = await makePayout(one.ctx, await makePayer(one.ctx), '00');
    one.ctx.clock.advance(60 * minute_ms);
    await beginRecovery(one.ctx, person);
    await lookUntilDone();
    expect((await readPayout(one.ctx, payout)).status).toBe('pending');
  });

  it.each([
    ['that is not recorded as sent', false],
    ['whose response was lost', true],
  ])('a payout %s and that cannot be inquired about needs review, and is not sent', async (_, isSent) => {
    const payer = await makePayer(one.ctx);
    const payout = await makePayout(one.ctx, payer, '00');
    if (isSent) await beginSending(one.ctx, payouts, payout);
    const operator = one.ctx.connectors.get('sandbox') as Connector;
    const outcome = { kind: 'unknown', cause: 'not_found' } as const;
    const answer = { outcome, provider_reference: null, raw: null, cannot_be_found: true };
    one.ctx.connectors.set('sandbox', { ...operator, lookup: async () => answer });
    await beginRecovery(one.ctx, person);
    await lookUntilDone();
    expect(await showRecovery(one.ctx, person)).toMatchObject({ to_send: 0, needs_review: 1 });
    await endRecovery(one.ctx, person);
    await advance(one.ctx, minute_ms);
    expect(one.books.size).toBe(0);
    expect(await readPayout(one.ctx, payout)).toMatchObject({ status: 'processing', needs_review: true });
    const body = { verdict: 'not_paid', note: 'Not in the statement of the operator.' };
    await resolvePayout(one.ctx, makeStaff(payer.merchant_id, 'owner'), { id: payout.id, body });
    expect((await readPayout(one.ctx, payout)).status).toBe('failed');
  });

  it('an inquiry about a payout that is not recorded as sent says so, and gives the time at which it was made', async () => {
    const payout = await makePayout(one.ctx, await makePayer(one.ctx), '00');
    const { created_at } = await readPayout(one.ctx, payout);
    one.ctx.clock.advance(24 * 60 * minute_ms);
    await beginRecovery(one.ctx, person);
    const seen: LookupRequest[] = [];
    const operator = one.ctx.connectors.get('sandbox') as Connector;
    const lookup: Connector['lookup'] = (request, signal) => {
      seen.push(request);
      return operator.lookup(request, signal);
    };
    one.ctx.connectors.set('sandbox', { ...operator, lookup });
    await lookUntilDone();
    expect(seen).toMatchObject([{ created_at, is_unsent: true }]);
  });

  it('a payment that the customer may have made on a lost page needs review', async () => {
    const { connectors } = one.ctx;
    const operator = connectors.get('sandbox') as Connector;
    const outcome = { kind: 'unknown', cause: 'not_found' } as const;
    const collected = { outcome, provider_reference: null, raw: null };
    connectors.set('sandbox', {
      ...operator,
      collect: async () => collected,
      lookup: async ({ is_restored = false }) => ({ ...collected, cannot_be_found: is_restored }),
    });
    await chooseAndPay(one.ctx, await makeCheckout(one.ctx, await makeSeller(one.ctx)), '00');
    await advance(one.ctx, minute_ms);
    await dropJobs(one.ctx);
    expect((await one.ctx.pool.query('select needs_review from attempts')).rows).toEqual([
      { needs_review: false },
    ]);
    await beginRecovery(one.ctx, person);
    await lookUntilDone();
    expect(await showRecovery(one.ctx, person)).toMatchObject({ open: 1, needs_review: 1 });
    await endRecovery(one.ctx, person);
  });

  it('a payout that was about to be sent when the recovery began is not sent', async () => {
    const payout = await makePayout(one.ctx, await makePayer(one.ctx), '00');
    // The payout's job had found the service open just before the recovery began.
    await beginRecovery(one.ctx, person);
    await expect(beginSending(one.ctx, payouts, payout)).rejects.toMatchObject({ code: 'recovering' });
    expect(await readPayout(one.ctx, payout)).toMatchObject({ status: 'pending', sent_at: null });
  });

  it('inquiries are made about open requests to an operator', async () => {
    const payer = await makePayer(one.ctx);
    const payout = await makePayout(one.ctx, payer, '00');
    await beginSending(one.ctx, payouts, payout);
    await dropJobs(one.ctx);
    const { reference } = await readPayout(one.ctx, payout);
    const money = { amount_minor: 5000n, currency: 'XOF' } as never;
    (one.books as Map<string, unknown>).set(reference, { direction: 'payout', phone: '', money });
    one.ctx.clock.advance(minute_ms);
    await beginRecovery(one.ctx, person);
    expect(await showRecovery(one.ctx, person)).toMatchObject({ to_inquire: 1, looked_at: null });
    await expect(endRecovery(one.ctx, person)).rejects.toMatchObject({ code: 'conflict' });
    await lookUntilDone();
    expect((await readPayout(one.ctx, payout)).status).toBe('success');
    expect(await showRecovery(one.ctx, person)).toMatchObject({ to_inquire: 0, found_paid: 1, open: 0 });
  });

  type Cause = Extract<Outcome, { kind: 'unknown' }>['cause'];
  const unknown =
    (cause: Cause, more = {}) =>
    async () => ({
      ...{ outcome: { kind: 'unknown', cause } as const, provider_reference: null, raw: null },
      ...more,
    });
  it.each([
    ['that failed', async () => Promise.reject(new Error('no settings'))],
    ['that got no response', unknown('timeout')],
    ['that reached nobody', unknown('unreachable')],
    ['that a proxy answered', unknown('server_error')],
    ['that was refused, for instance because a key is no longer valid', unknown('unreadable')],
    ['that the connector has not made yet', unknown('not_found', { is_unasked: true })],
    ['that a process had claimed before it died', null],
  ])('an inquiry %s does not count as made', async (_, lookup) => {
    const payout = await makePayout(one.ctx, await makePayer(one.ctx), '00');
    await beginRecovery(one.ctx, person);
    const operator = one.ctx.connectors.get('sandbox') as Connector;
    if (lookup) {
      one.ctx.connectors.set('sandbox', { ...operator, lookup });
      expect(await lookAround(one.ctx, service_actor)).toBe(false);
    } else {
      const claim = { until: one.ctx.clock.now(), not_since: new Date(0), not_after: new Date(0) };
      await claimInquiry(one.ctx.db, payouts, payout, { ...claim, also_ended: false, also_pending: true });
    }
    one.ctx.clock.advance(minute_ms);
    expect(await showRecovery(one.ctx, person)).toMatchObject({ to_inquire: 1, looked_at: null });
    await expect(endRecovery(one.ctx, person)).rejects.toMatchObject({ code: 'conflict' });
    one.ctx.connectors.set('sandbox', operator);
    await lookUntilDone();
    expect(await showRecovery(one.ctx, person)).toMatchObject({ to_inquire: 0, to_send: 1 });
  });

  it('an inquiry dated by a clock that was ahead does not prevent a new one', async () => {
    const operator = one.ctx.connectors.get('sandbox') as Connector;
    const pending = {
      outcome: { kind: 'pending', action: null },
      provider_reference: null,
      raw: null,
    } as const;
    one.ctx.connectors.set('sandbox', { ...operator, collect: async () => pending });
    await chooseAndPay(one.ctx, await makeCheckout(one.ctx, await makeSeller(one.ctx)), '00');
    await makePayout(one.ctx, await makePayer(one.ctx), '00');
    await dropJobs(one.ctx);
    const ahead = new Date(one.ctx.clock.now().getTime() + 60 * minute_ms);
    for (const table of ['attempts', 'payouts']) {
      await one.ctx.pool.query(`update ${table} set inquired_at = $1`, [ahead]);
    }
    await beginRecovery(one.ctx, person);
    expect(await showRecovery(one.ctx, person)).toMatchObject({ to_inquire: 2 });
    await lookUntilDone();
    expect(await showRecovery(one.ctx, person)).toMatchObject({
      to_inquire: 0,
      looked_at: expect.any(String),
    });
  });
});

it('a recovery can begin even if a clock that was ahead recorded when PostgreSQL was last seen', async () => {
  const began_at = one.ctx.clock.now();
  const ahead = new Date(began_at.getTime() + 60 * minute_ms);
  await one.ctx.pool.query('update installation set seen_at = $1', [ahead]);
  expect(await beginRecovery(one.ctx, person)).toMatchObject({ lost_since: timestampText(began_at) });
  await expect(beginRecovery(one.ctx, person, { since: ahead })).rejects.toMatchObject({
    code: 'invalid_fields',
  });
});

it('the service can be opened before all inquiries are made, if this is explicitly requested', async () => {
  await makePayout(one.ctx, await makePayer(one.ctx), '00');
  await beginRecovery(one.ctx, person);
  await endRecovery(one.ctx, person, { anyway: true });
  await expect(endRecovery(one.ctx, person)).rejects.toMatchObject({ code: 'conflict' });
  const { rows } = await one.ctx.pool.query('select began_by, opened_by, reason from recoveries');
  expect(rows).toEqual([{ began_by: 'ama', opened_by: 'ama', reason: 'requested' }]);
});

describe('in the dashboard', () => {
  const ownerOf = (merchant_id: string) => makeStaff(merchant_id, 'owner');

  it('members see the recovery, with the outcomes of their own merchant only', async () => {
    const payer = await makePayer(one.ctx);
    const other = await makePayer(one.ctx);
    await makePayout(one.ctx, payer, '00');
    await advance(one.ctx, minute_ms);
    expect(await showRecoveryNotice(one.ctx, ownerOf(payer.merchant_id))).toEqual({ recovery: null });
    await one.backUp();
    await createPayout(one.ctx, payer, payoutTo('00'), once('order-1'));
    await advance(one.ctx, minute_ms);
    await one.restore();
    await beginRecovery(one.ctx, person);
    const { value } = await createPayout(one.ctx, payer, payoutTo('00'), once('order-1'));
    await lookUntilDone();
    const mine = await showRecoveryNotice(one.ctx, makeStaff(payer.merchant_id, 'viewer'));
    expect(mine.recovery).toMatchObject({
      may_open: false,
      counts: { to_inquire: 0, found_paid: 1, to_send: 0 },
      found: [{ kind: 'payout', id: value.id, outcome: 'success', amount: 5000, currency: 'XOF' }],
    });
    const theirs = await showRecoveryNotice(one.ctx, ownerOf(other.merchant_id));
    expect(theirs.recovery).toMatchObject({ counts: { found_paid: 0 }, found: [] });
  });

  it('an owner can open a service that has no other merchants, once, and the audit log records it', async () => {
    const payer = await makePayer(one.ctx);
    const { merchant_id } = payer;
    await makePayout(one.ctx, payer, '00');
    await beginRecovery(one.ctx, person);
    const owner = ownerOf(merchant_id);
    const { recovery } = await showRecoveryNotice(one.ctx, owner);
    expect(recovery).toMatchObject({ may_open: true, counts: { to_inquire: 1 } });
    await expect(openService(one.ctx, makeStaff(merchant_id, 'admin'), {})).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(openService(one.ctx, owner, {})).rejects.toMatchObject({
      reason: { code: 'inquiries_left', values: { count: 1 } },
    });
    const opened = await Promise.allSettled(
      Array.from({ length: 5 }, () => openService(one.ctx, owner, { anyway: true })),
    );
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(openService(one.ctx, owner, {})).rejects.toMatchObject({
      reason: { code: 'service_is_open' },
    });
    const { rows } = await one.ctx.pool.query(
      `select action, after ->> 'opened_by' as opened_by from audit_log
       where merchant_id = $1 and object_type = 'recovery' order by action desc`,
      [merchant_id],
    );
    expect(rows).toEqual([
      { action: 'created', opened_by: null },
      { action: 'changed', opened_by: `${owner.name} <${owner.email}>` },
    ]);
  });

  it('an owner cannot open a service that has other merchants', async () => {
    const { merchant_id } = await makePayer(one.ctx);
    await makePayer(one.ctx);
    await beginRecovery(one.ctx, person);
    const owner = ownerOf(merchant_id);
    expect(await showRecoveryNotice(one.ctx, owner)).toMatchObject({ recovery: { may_open: false } });
    await expect(openService(one.ctx, owner, { anyway: true })).rejects.toMatchObject({
      reason: { code: 'other_merchants' },
    });
    expect(await showRecovery(one.ctx, person)).toMatchObject({ status: 'recovering' });
  });
});

it('a recovery that was part of the backup starts anew: inquiries of before do not count', async () => {
  await makePayout(one.ctx, await makePayer(one.ctx), '00');
  await beginRecovery(one.ctx, person);
  await lookUntilDone();
  expect(await showRecovery(one.ctx, person)).toMatchObject({ to_inquire: 0, looked_at: expect.any(String) });
  await one.backUp();
  await one.restore();
  one.ctx.clock.advance(minute_ms);
  expect(await beginRecovery(one.ctx, person)).toMatchObject({ to_inquire: 1, looked_at: null });
  await lookUntilDone();
  expect(await showRecovery(one.ctx, person)).toMatchObject({ to_inquire: 0, looked_at: expect.any(String) });
});

it('a recovery in progress is not replaced', async () => {
  await beginRecovery(one.ctx, person, { since: new Date('2040-02-01T00:00:00Z') });
  one.ctx.clock.advance(minute_ms);
  const again = await beginRecovery(one.ctx, { kind: 'command', name: 'kofi' });
  expect(again).toMatchObject({ began_by: 'ama', lost_since: '2040-02-01T00:00:00.000+00:00' });
  const future = { since: new Date('2050-01-01T00:00:00Z') };
  await expect(beginRecovery(one.ctx, person, future)).rejects.toMatchObject({ code: 'invalid_fields' });
});

it('without a recovery, no extra inquiries are made and payments proceed as usual', async () => {
  await makePayout(one.ctx, await makePayer(one.ctx), '00');
  expect(await lookAround(one.ctx, service_actor)).toBe(false);
  expect(await showRecovery(one.ctx, person)).toEqual({ status: 'open' });
  const checkout = await makeCheckout(one.ctx, await makeCaller(one.ctx));
  await chooseAndPay(one.ctx, checkout, '00');
  expect((await listJobs(one.ctx, 'send_payout')).length).toBe(1);
});
