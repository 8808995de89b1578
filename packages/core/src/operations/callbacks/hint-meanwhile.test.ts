import type { Outcome } from '@guichet/kernel/outcome';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { makeRefund, readRefund, refundJob } from '../../../../../test-support/refunds.ts';
import {
  addTellerAccount,
  pending,
  receiveFromTeller,
  settledWith,
  type TellerAccount,
  teller,
} from '../../../../../test-support/teller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { inquireAboutAttempt } from '../../payments/attempt/inquire.ts';
import { findAttempt } from '../../payments/attempt/queries.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { inquireTransfer } from '../../transfers/inquire.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { sendTransfer } from '../../transfers/send.ts';

const hour_ms = 3_600_000;
const unreachable: Outcome = { kind: 'unknown', cause: 'unreachable' };
const refused: Outcome = { kind: 'failed', reason: 'payer_timeout', operator_code: 'E4' };

let ctx: TestContext;
let caller: Caller;
let account: TellerAccount;
beforeAll(async () => {
  ctx = await makeTestContext(teller.providers);
  caller = await makeCaller(ctx, 'live');
  account = await addTellerAccount(ctx, caller.merchant_id, 'teller-hint');
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await dropJobs(ctx);
  teller.truth = pending;
});

/** An attempt or a refund that awaits its outcome. */
interface Open {
  readonly reference: string;
  inquire(): Promise<boolean>;
  statusOf(): Promise<string | undefined>;
}

async function openAttempt(): Promise<Open> {
  const { merchant_id, id, reference } = await commitAttempt(ctx, await makeCheckout(ctx, caller), {
    account,
  });
  return {
    reference,
    inquire: () => inquireAboutAttempt(ctx, { merchant_id, attempt_id: id }),
    statusOf: async () => (await findAttempt(ctx.db, merchant_id, id))?.status,
  };
}

async function openRefund(): Promise<Open> {
  const checkout = await makeCheckout(ctx, caller);
  const { reference: collected } = await commitAttempt(ctx, checkout, { account });
  teller.truth = settledWith(5100);
  await tellPaid(collected);
  const refund = await makeRefund(ctx, checkout);
  await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
  await dropJobs(ctx);
  return {
    reference: (await readRefund(ctx, refund)).reference,
    inquire: () => inquireTransfer(ctx, refunds, refund),
    statusOf: async () => (await readRefund(ctx, refund)).status,
  };
}

/** Receives and applies an unsigned callback that reports a success. */
async function tellPaid(reference: string): Promise<void> {
  await receiveFromTeller(ctx, account, { reference, amount: 5100 });
  await advance(ctx, 0);
}

describe.each([
  ['an attempt', openAttempt],
  ['a refund', openRefund],
])('a hint that %s was paid', (_, open) => {
  it('immediately after an inquiry that reported a refusal triggers another inquiry within seconds', async () => {
    const { reference, inquire, statusOf } = await open();
    teller.truth = refused;
    await inquire();
    expect(await statusOf()).toBe('failed');
    teller.truth = settledWith(5100);
    await tellPaid(reference);
    await advance(ctx, 2_000);
    expect(await statusOf()).toBe('success');
  });

  it('during an inquiry that reports a refusal triggers another inquiry within seconds', async () => {
    const { reference, inquire, statusOf } = await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    teller.held_back = promise;
    teller.truth = refused;
    const asked = teller.inquiries.length;
    const under_way = inquire();
    await vi.waitFor(() => expect(teller.inquiries).toHaveLength(asked + 1));
    teller.truth = settledWith(5100);
    await tellPaid(reference);
    expect(teller.inquiries).toHaveLength(asked + 1);
    resolve();
    await under_way;
    expect(await statusOf()).toBe('failed');
    await advance(ctx, 10_000);
    expect(await statusOf()).toBe('success');
    // No further inquiry is made soon.
    await advance(ctx, 60_000);
    expect(teller.inquiries).toHaveLength(asked + 2);
  });

  it('after the last recheck of the refusal triggers inquiries until one is answered, at most three', async () => {
    const { reference, inquire, statusOf } = await open();
    teller.truth = refused;
    await inquire();
    await advance(ctx, 72 * hour_ms);
    const asked = teller.inquiries.length;
    teller.truth = unreachable;
    for (let time = 0; time < 5; time++) await tellPaid(reference);
    await advance(ctx, 72 * hour_ms);
    expect([await statusOf(), teller.inquiries.length]).toEqual(['failed', asked + 3]);
    await tellPaid(reference);
    await advance(ctx, 2_000);
    teller.truth = settledWith(5100);
    await advance(ctx, 2 * hour_ms);
    expect(await statusOf()).toBe('success');
  });

  it('does not postpone the inquiry if it is repeated every second', async () => {
    const { reference, inquire, statusOf } = await open();
    teller.truth = refused;
    await inquire();
    teller.truth = settledWith(5100);
    for (let time = 0; time < 3; time++) {
      await tellPaid(reference);
      await advance(ctx, 1_000);
    }
    expect(await statusOf()).toBe('success');
  });
});

it('a callback that repeats an earlier refusal after a success triggers inquiries until one is answered', async () => {
  const signed = await addTellerAccount(ctx, caller.merchant_id, 'teller-signed');
  const attempt = await commitAttempt(ctx, await makeCheckout(ctx, caller), { account: signed });
  const { merchant_id, reference, id } = attempt;
  const tell = async (said: object) => {
    await receiveFromTeller(ctx, signed, { reference, ...said });
    await advance(ctx, 0);
  };
  await tell({ outcome: refused });
  await tell({ amount: 5100 });
  await dropJobs(ctx);
  teller.truth = unreachable;
  await tell({ outcome: refused });
  await advance(ctx, 2_000);
  expect(await findAttempt(ctx.db, merchant_id, id)).toMatchObject({
    status: 'success',
    needs_review: false,
  });
  teller.truth = refused;
  await advance(ctx, 2 * hour_ms);
  expect(await findAttempt(ctx.db, merchant_id, id)).toMatchObject({
    ...{ status: 'success', needs_review: true, unknown_cause: 'failed_after_success' },
  });
});
