import type { Connector, ConnectorAnswer } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { beginRecovery } from '../../operations/recovery/begin.ts';
import { endRecovery } from '../../operations/recovery/end.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { listAttempts } from '../attempt/queries.ts';
import { describeCheckout } from './describe.ts';
import { resendOtp, resends_max } from './resend-otp.ts';
import { submitOtp } from './submit-otp.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

async function pay(digits: string, waited_ms = 30_000): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, digits);
  ctx.clock.advance(waited_ms);
  return checkout;
}

/**
 * Makes a context whose sandbox records its requests, and responds to a request for another code with `answer`, if
 * given.
 */
function counting(answer?: ConnectorAnswer) {
  const real = sandboxOf(ctx);
  const asked: string[] = [];
  const connector: Connector = {
    ...real,
    collect: async (request, signal) => {
      asked.push('collect');
      return real.collect(request, signal);
    },
    resendOtp: async (request, signal) => {
      asked.push(`resend ${request.reference}`);
      if (answer) return answer;
      if (!real.resendOtp) throw new Error('the sandbox sends codes again');
      return real.resendOtp(request, signal);
    },
  };
  return { asked, with: { ...ctx, connectors: new Map([['sandbox', connector]]) } };
}

const read = async ({ merchant_id, payment_id }: Checkout) =>
  (await listAttempts(ctx.db, merchant_id, payment_id))[0];

describe('another one-time code', () => {
  it('is requested under the same reference: nothing is charged again', async () => {
    const checkout = await pay('20');
    const { asked, with: counted } = counting();
    const before = await summarize(ctx, checkout);
    expect(await resendOtp(counted, customerWith(checkout.token))).toBe('sent');
    expect(asked).toEqual([`resend ${(await read(checkout))?.reference}`]);
    expect(await summarize(ctx, checkout)).toEqual(before);
    await submitOtp(ctx, customerWith(checkout.token), '123456');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', attempts: ['success'] });
  });

  it('is not sent during a recovery, and can be requested immediately afterwards', async () => {
    const checkout = await pay('20');
    const { asked, with: counted } = counting();
    await beginRecovery(ctx, { kind: 'command', name: 'ama' });
    await expect(resendOtp(counted, customerWith(checkout.token))).rejects.toMatchObject({
      code: 'recovering',
      status: 503,
    });
    expect(asked).toEqual([]);
    expect(await read(checkout)).toMatchObject({ otp_resends: 0 });
    await endRecovery(ctx, { kind: 'command', name: 'ama' }, { anyway: true });
    expect(await resendOtp(counted, customerWith(checkout.token))).toBe('sent');
  });

  it('clears the problem of the last code, and does not count as a wrong code', async () => {
    const checkout = await pay('20');
    await submitOtp(ctx, customerWith(checkout.token), '000000');
    expect(await resendOtp(ctx, customerWith(checkout.token))).toBe('sent');
    const { payment } = await describeCheckout(ctx, customerWith(checkout.token));
    expect(payment.action).toEqual({ kind: 'otp' });
    expect(await read(checkout)).toMatchObject({ otp_attempts: 1, otp_resends: 1 });
  });

  it('is sent at most once every 30 seconds', async () => {
    const checkout = await pay('20', 29_999);
    const { asked, with: counted } = counting();
    expect(await resendOtp(counted, customerWith(checkout.token))).toBe('too_soon');
    ctx.clock.advance(1);
    expect(await resendOtp(counted, customerWith(checkout.token))).toBe('sent');
    ctx.clock.advance(29_999);
    expect(await resendOtp(counted, customerWith(checkout.token))).toBe('too_soon');
    ctx.clock.advance(1);
    expect(await resendOtp(counted, customerWith(checkout.token))).toBe('sent');
    expect(asked).toHaveLength(2);
  });

  it('is sent a limited number of times', async () => {
    const checkout = await pay('20');
    const { asked, with: counted } = counting();
    for (let count = 0; count < resends_max + 2; count++) {
      expect(await resendOtp(counted, customerWith(checkout.token))).toBe(
        count < resends_max ? 'sent' : 'too_soon',
      );
      ctx.clock.advance(30_000);
    }
    expect(asked).toHaveLength(resends_max);
  });

  it('is requested once when there are many concurrent clicks', async () => {
    const checkout = await pay('20');
    const { asked, with: counted } = counting();
    const said = await Promise.all(
      Array.from({ length: 8 }, () => resendOtp(counted, customerWith(checkout.token))),
    );
    expect(said.toSorted()).toEqual(['sent', ...Array.from({ length: 7 }, () => 'too_soon')]);
    expect(asked).toHaveLength(1);
  });

  it.each(['00', '01', '10', '12', '22'])(
    'is not requested if the attempt is not waiting for a code (%s)',
    async (digits) => {
      const checkout = await pay(digits);
      const { asked, with: counted } = counting();
      const before = await summarize(ctx, checkout);
      expect(await resendOtp(counted, customerWith(checkout.token))).toBe('too_soon');
      expect([asked, await summarize(ctx, checkout)]).toEqual([[], before]);
    },
  );

  it('is not requested while a code is being checked', async () => {
    const checkout = await pay('20');
    const attempt = await read(checkout);
    await ctx.db
      .updateTable('attempts')
      .set({ otp_until: new Date(ctx.clock.now().getTime() + 1) })
      .where('id', '=', attempt?.id ?? '')
      .execute();
    expect(await resendOtp(ctx, customerWith(checkout.token))).toBe('too_soon');
  });

  it('leaves the payment unchanged when the request for it gets no response', async () => {
    const checkout = await pay('20');
    const before = await summarize(ctx, checkout);
    const lost = {
      outcome: { kind: 'unknown', cause: 'timeout' },
      provider_reference: null,
      raw: null,
    } as const;
    expect(await resendOtp(counting(lost).with, customerWith(checkout.token))).toBe('not_sent');
    expect(await summarize(ctx, checkout)).toEqual(before);
    await submitOtp(ctx, customerWith(checkout.token), '123456');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
  });

  it('is not sent when the operator reports that the attempt has ended; that outcome is applied', async () => {
    const checkout = await pay('20');
    const over = {
      outcome: { kind: 'failed', reason: 'payer_timeout', operator_code: 'EXPIRED' },
      provider_reference: null,
      raw: null,
    } as const;
    expect(await resendOtp(counting(over).with, customerWith(checkout.token))).toBe('not_sent');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'failed', attempts: ['failed'] });
  });

  it('for an unknown session results in a 404', async () => {
    await expect(resendOtp(ctx, customerWith('x'.repeat(43)))).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });
});
