import { asCurrency } from '@guichet/kernel/currencies';
import type { Connector, ConnectorAnswer } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../../../../../test-support/attempts.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { applyOutcome } from '../attempt/apply-outcome.ts';
import { inquireAboutAttempt } from '../attempt/inquire.ts';
import { type Attempt, listAttempts } from '../attempt/queries.ts';
import { submitOtp } from './submit-otp.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

async function pay(digits: string): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, digits);
  return checkout;
}

describe('a one-time code', () => {
  it('that is correct completes the payment and is stored nowhere', async () => {
    const checkout = await pay('20');
    await submitOtp(ctx, customerWith(checkout.token), '123456');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', attempts: ['success'] });
    for (const table of ['attempts', 'attempt_transitions', 'payments', 'sandbox_transactions', 'events']) {
      const { rows } = await ctx.pool.query(`select 1 from ${table} as row where row::text like '%123456%'`);
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('that is wrong is reported, and another can be submitted', async () => {
    const checkout = await pay('20');
    await submitOtp(ctx, customerWith(checkout.token), '000000');
    const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    expect(attempt).toMatchObject({ status: 'submitted', action: { kind: 'otp', problem: 'wrong_otp' } });
  });

  it.each(['١٢٣٤٥٦', '۱۲۳ ۴۵۶'])('may be typed with Arabic digits (%s)', async (text) => {
    const checkout = await pay('20');
    await submitOtp(ctx, customerWith(checkout.token), text);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
  });

  it.each(['', '12', '1234567890123', '12-34', '１２３４', '12\u000034', "1' or '1"])(
    'of the form %j is rejected without a request',
    async (text) => {
      const checkout = await pay('20');
      const before = await summarize(ctx, checkout);
      await expect(submitOtp(ctx, customerWith(checkout.token), text)).rejects.toMatchObject({
        code: 'invalid_fields',
        fields: { otp: ['must be the code from your operator'] },
      });
      expect(await summarize(ctx, checkout)).toEqual(before);
    },
  );

  it.each(['00', '01'])('is refused as a conflict when the payment has ended (%s)', async (digits) => {
    const checkout = await pay(digits);
    await expect(submitOtp(ctx, customerWith(checkout.token), '123456')).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it.each(['22', '12'])(
    'is refused as a conflict, without a request, when no code is awaited (%s)',
    async (digits) => {
      const checkout = await pay(digits);
      const before = await summarize(ctx, checkout);
      await expect(submitOtp(ctx, customerWith(checkout.token), '123456')).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await summarize(ctx, checkout)).toEqual(before);
    },
  );

  it('is refused as a conflict when the connector accepts no codes', async () => {
    const checkout = await pay('20');
    const { submitOtp: _, ...real } = sandboxOf(ctx);
    const without = { ...ctx, connectors: new Map([['sandbox', real]]) };
    await expect(submitOtp(without, customerWith(checkout.token), '123456')).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('results in a 404 for an unknown session', async () => {
    await expect(submitOtp(ctx, customerWith('x'.repeat(43)), '123456')).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });

  it('reaches the operator once when it is submitted twice concurrently', async () => {
    const checkout = await pay('20');
    const { connector, codes, answer } = slowConnector();
    const slow = { ...ctx, connectors: new Map([['sandbox', connector]]) };
    const first = submitOtp(slow, customerWith(checkout.token), '000000');
    await expect.poll(() => codes).toHaveLength(1);
    await expect(submitOtp(slow, customerWith(checkout.token), '000000')).rejects.toMatchObject({
      code: 'payment_in_progress',
    });
    answer();
    await first;
    expect(codes).toEqual(['000000']);
    // The next code can be submitted.
    await submitOtp(ctx, customerWith(checkout.token), '123456');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
  });

  it('is accepted again after the process that was submitting another one has died', async () => {
    const checkout = await pay('20');
    const { connector, codes, answer } = slowConnector();
    const stuck = submitOtp(
      { ...ctx, connectors: new Map([['sandbox', connector]]) },
      customerWith(checkout.token),
      '000000',
    );
    await expect.poll(() => codes).toHaveLength(1);
    ctx.clock.advance(14_999);
    await expect(submitOtp(ctx, customerWith(checkout.token), '123456')).rejects.toMatchObject({
      code: 'payment_in_progress',
    });
    ctx.clock.advance(1);
    await submitOtp(ctx, customerWith(checkout.token), '123456');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
    // The process was only suspended: its late response changes nothing.
    answer();
    await stuck;
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
  });
});

describe('wrong codes', () => {
  it('are limited to five: the fifth ends the attempt, even if the operator would accept more codes', async () => {
    const checkout = await pay('20');
    const codes: string[] = [];
    const patient = { ...ctx, connectors: new Map([['sandbox', patientConnector(codes)]]) };
    for (let tries = 1; tries <= 4; tries++) {
      await submitOtp(patient, customerWith(checkout.token), '000000');
      expect(await newestAttempt(checkout)).toMatchObject({ status: 'submitted', otp_attempts: tries });
    }
    await submitOtp(patient, customerWith(checkout.token), '000000');
    expect(await newestAttempt(checkout)).toMatchObject({
      status: 'failed',
      failure_reason: 'wrong_otp',
      otp_attempts: 5,
      otp_until: null,
    });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'failed', events: ['1 payment.failed'] });
    await expect(submitOtp(patient, customerWith(checkout.token), '123456')).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(codes).toHaveLength(5);
    // The customer may start another attempt, for which counting begins again at 0.
    await chooseAndPay(ctx, checkout, '20');
    expect(await newestAttempt(checkout)).toMatchObject({ status: 'submitted', otp_attempts: 0 });
  });

  it('do not count if they are malformed or get no response', async () => {
    const checkout = await pay('20');
    await expect(submitOtp(ctx, customerWith(checkout.token), '1')).rejects.toMatchObject({
      code: 'invalid_fields',
    });
    const lost = { ...sandboxOf(ctx), submitOtp: () => Promise.reject(new Error('lost')) };
    await submitOtp(
      { ...ctx, connectors: new Map([['sandbox', lost]]) },
      customerWith(checkout.token),
      '000000',
    );
    expect(await newestAttempt(checkout)).toMatchObject({ status: 'unknown', otp_attempts: 0 });
  });

  it('count once, however many status inquiries report them', async () => {
    const checkout = await pay('20');
    await submitOtp(ctx, customerWith(checkout.token), '000000');
    const attempt = await newestAttempt(checkout);
    for (let inquiries = 0; inquiries < 6; inquiries++) {
      ctx.clock.advance(2_000);
      expect(await inquireAboutAttempt(ctx, { ...attempt, attempt_id: attempt.id })).toBe(true);
    }
    expect(await newestAttempt(checkout)).toMatchObject({ status: 'submitted', otp_attempts: 1 });
  });

  it('never prevent the booking of money that the operator took anyway', async () => {
    const checkout = await pay('20');
    const patient = { ...ctx, connectors: new Map([['sandbox', patientConnector([])]]) };
    for (let tries = 1; tries <= 5; tries++) await submitOtp(patient, customerWith(checkout.token), '000000');
    const attempt = await newestAttempt(checkout);
    await applyOutcome(ctx, keyOf(attempt), settledAnswer(attempt), 'callback');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', attempts: ['success'] });
  });
});

async function newestAttempt(checkout: Checkout): Promise<Attempt> {
  const attempt = (await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id)).at(-1);
  if (!attempt) throw new Error('there is no attempt');
  return attempt;
}

/** A sandbox that rejects every code but always allows another one. */
function patientConnector(codes: string[]): Connector {
  return {
    ...sandboxOf(ctx),
    submitOtp: async ({ otp }) => {
      codes.push(otp);
      return wrong;
    },
  };
}

/** A sandbox that rejects every code, but responds only when released. */
function slowConnector() {
  const codes: string[] = [];
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const connector: Connector = {
    ...sandboxOf(ctx),
    submitOtp: async ({ otp }) => {
      codes.push(otp);
      await answered;
      return wrong;
    },
  };
  return { connector, codes, answer };
}

const wrong: ConnectorAnswer = {
  outcome: { kind: 'pending', action: { kind: 'otp', problem: 'wrong_otp' } },
  provider_reference: null,
  raw: null,
};

function settledAnswer({ charged_minor }: Attempt): ConnectorAnswer {
  const money = { amount_minor: charged_minor, currency: asCurrency('XOF') };
  return { outcome: { kind: 'settled', money }, provider_reference: null, raw: null };
}
