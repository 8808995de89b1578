import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { makeRefund, refundJob, summarizeRefund } from '../../../../../test-support/refunds.ts';
import {
  addTellerAccount,
  receiveFromTeller,
  type TellerAccount,
  teller,
} from '../../../../../test-support/teller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { findAttempt } from '../../payments/attempt/queries.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { sendTransfer } from '../../transfers/send.ts';
import { noteProviderReference } from './queries.ts';
import { listAccountCallbacks } from './show.ts';

let ctx: TestContext;
let caller: Caller;
let account: TellerAccount;
beforeAll(async () => {
  ctx = await makeTestContext(teller.providers);
  caller = await makeCaller(ctx, 'live');
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  account = await addTellerAccount(ctx, caller.merchant_id, 'teller-signed');
});

async function open() {
  const checkout = await makeCheckout(ctx, caller);
  return { checkout, attempt: await commitAttempt(ctx, checkout, { account }) };
}

/** Receives and applies a callback. @returns the recorded problem */
async function tell(body: object): Promise<string | null> {
  await receiveFromTeller(ctx, account, body);
  await advance(ctx, 0);
  const listed = { account_id: account.id, with_problem: false, limit: 1 };
  return (await listAccountCallbacks(ctx, command, listed))[0]?.problem ?? null;
}

/** Makes a refund of 5,100 XOF that was sent, and got the number 101. */
async function makeSent() {
  const { checkout, attempt } = await open();
  await tell({ reference: attempt.reference, amount: 5100 });
  const refund = await makeRefund(ctx, checkout);
  await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
  await dropJobs(ctx);
  await noteProviderReference(ctx.db, 'refunds', refund, '101');
  return refund;
}

const said = { provider_reference: '101', amount: 5100 };

it('a callback about a collection never settles a refund with the same number', async () => {
  const refund = await makeSent();
  expect(await tell({ ...said, is_outgoing: false })).toBe('unknown_reference');
  expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'processing' });
  expect(await tell({ ...said, is_outgoing: true })).toBeNull();
  expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'success' });
});

it('a callback finds the collection or the refund, although both have the same number', async () => {
  const refund = await makeSent();
  const { attempt } = await open();
  await noteProviderReference(ctx.db, 'attempts', attempt, '101');
  const statusOf = async () => (await findAttempt(ctx.db, attempt.merchant_id, attempt.id))?.status;
  // A provider that does not say which of the two it means.
  expect(await tell(said)).toBe('unknown_reference');
  expect(await tell({ ...said, is_outgoing: false })).toBeNull();
  expect([await statusOf(), (await summarizeRefund(ctx, refund)).refund]).toEqual(['success', 'processing']);
  expect(await tell({ ...said, is_outgoing: true })).toBeNull();
  expect((await summarizeRefund(ctx, refund)).refund).toBe('success');
});
