import { asCurrency } from '@guichet/kernel/currencies';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import { makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makeStaff } from '../../../../../test-support/payout-staff.ts';
import { makeSeller } from '../../../../../test-support/refunds.ts';
import { resolvePayment } from '../../operations/review/resolve.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { createRefund } from '../../transfers/refunds/create.ts';
import { browsePayments } from './browse.ts';
import { exportPayments } from './export.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

it('the export of payments has the money that was received, and what was refunded in the payment’s currency', async () => {
  const caller = await makeSeller(ctx);
  const { payment_id, ...checkout } = await makeCheckout(ctx, caller);
  const attempt = await commitAttempt(ctx, { payment_id, ...checkout });
  const money = { amount_minor: 1234n, currency: asCurrency('GHS') };
  const other = { outcome: { kind: 'settled', money }, provider_reference: null, raw: {} } as const;
  await applyOutcome(ctx, keyOf(attempt), other, 'callback');
  const staff = makeStaff(caller.merchant_id, 'owner');
  const body = { object_id: attempt.id, verdict: 'accept', note: 'The customer rang' };
  await resolvePayment(ctx, staff, { id: payment_id, body });
  await createRefund(ctx, command, { payment_id });
  await advance(ctx, 60_000);
  let text = '';
  for await (const chunk of exportPayments(ctx, staff, {})) text += chunk;
  const [header = '', row = ''] = text.trimEnd().split('\r\n');
  const cells = row.split(',');
  const cell = (name: string) => cells[header.split(',').indexOf(name)];
  expect(['received_amount', 'received_currency', 'refunded_amount'].map(cell)).toEqual([
    '12.34',
    'GHS',
    '0',
  ]);
  const { items } = await browsePayments(ctx, staff, {});
  expect(items).toMatchObject([{ refunded_amount: 0 }]);
});
