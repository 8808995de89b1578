import { expireCheckout } from '@guichet/core/payments';
import { scenarios } from '@guichet/operators/sandbox/scenarios';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi, makeCheckout, retrievePayment } from '../testing/api.ts';
import { callPay, meansEnding, readUntil, sessionOf, watchCheckout } from '../testing/checkout-calls.ts';
import { postForm } from '../testing/visitor.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

interface Row {
  readonly digits: string;
  readonly becomes: string;
  /** State of the payment in the response. */
  readonly answered: object;
  /** The next step, by the front end, the customer or the clock. */
  readonly act?: (token: string) => Promise<unknown>;
  readonly in_the_end: object;
}

const prompted = { status: 'processing', action: { kind: 'prompt', dial: '*133#' } };
const unsure = { status: 'processing', action: null, respond_by: null };
const paid = { status: 'success', failure: null, retryable: false, action: null };
const failed = (code: string) => ({ status: 'failed', retryable: true, action: null, failure: { code } });

const tells =
  (digits: string, ...codes: string[]) =>
  async (token: string) => {
    for (const otp of codes) sessionOf(await callPay(service, token, meansEnding(digits, { otp })));
  };
/** Decides on the sandbox operator's own page. */
const decides = (decision: string) => (token: string) =>
  postForm(service, `/pay/${token}/sandbox`, new URLSearchParams({ decision }).toString());

const redirected = {
  status: 'processing',
  action: { kind: 'redirect', url: expect.stringMatching(/\/pay\/[\w-]{48}\/sandbox$/) },
};
const rows: readonly Row[] = [
  { digits: '10', becomes: 'is paid', answered: prompted, in_the_end: paid },
  {
    digits: '18',
    becomes: 'fails, then is paid',
    answered: prompted,
    act: async (token) => {
      const events = await watchCheckout(service, token);
      const status = await readUntil(events, ({ payment }) => payment.status === 'failed');
      events.leave();
      expect(status?.payment).toMatchObject(failed('payer_timeout'));
    },
    in_the_end: paid,
  },
  { digits: '12', becomes: 'is paid', answered: unsure, in_the_end: paid },
  { digits: '13', becomes: 'fails', answered: unsure, in_the_end: failed('other') },
  { digits: '16', becomes: 'is paid', answered: prompted, in_the_end: paid },
  { digits: '17', becomes: 'is never reported as paid', answered: unsure, in_the_end: unsure },
  {
    digits: '11',
    becomes: 'keeps waiting while its session is open',
    answered: prompted,
    in_the_end: prompted,
  },
  {
    digits: '11',
    becomes: 'is paid late',
    answered: prompted,
    act: (token) => expireCheckout(service.ctx, command, token),
    in_the_end: paid,
  },
  { digits: '00', becomes: 'is paid', answered: paid, in_the_end: paid },
  ...(
    [
      ['01', 'insufficient_funds'],
      ['04', 'limit_exceeded'],
      ['06', 'not_registered'],
      ['07', 'account_blocked'],
      ['08', 'operator_down'],
    ] as const
  ).map(([digits, code]) => ({
    digits,
    becomes: 'fails at once',
    answered: failed(code),
    in_the_end: failed(code),
  })),
  { digits: '02', becomes: 'fails', answered: prompted, in_the_end: failed('payer_cancelled') },
  { digits: '03', becomes: 'fails', answered: prompted, in_the_end: failed('payer_timeout') },
  { digits: '05', becomes: 'fails', answered: prompted, in_the_end: failed('wrong_pin') },
  { digits: '14', becomes: 'is paid', answered: prompted, in_the_end: paid },
  { digits: '15', becomes: 'is paid before the operator responds', answered: paid, in_the_end: paid },
  {
    digits: '20',
    becomes: 'is paid with the right code',
    answered: { status: 'processing', action: { kind: 'otp' } },
    act: tells('20', '000000', '123456'),
    in_the_end: paid,
  },
  {
    digits: '20',
    becomes: 'fails after five wrong codes',
    answered: { status: 'processing', action: { kind: 'otp' } },
    act: tells('20', '000000', '111111', '222222', '333333', '444444'),
    in_the_end: failed('wrong_otp'),
  },
  { digits: '21', becomes: 'is paid', answered: redirected, act: decides('approve'), in_the_end: paid },
  {
    digits: '21',
    becomes: 'fails',
    answered: redirected,
    act: decides('refuse'),
    in_the_end: failed('payer_cancelled'),
  },
  { digits: '22', becomes: 'is paid', answered: prompted, act: decides('approve'), in_the_end: paid },
  {
    digits: '22',
    becomes: 'fails',
    answered: prompted,
    act: decides('refuse'),
    in_the_end: failed('payer_cancelled'),
  },
  { digits: '77', becomes: 'is paid', answered: prompted, in_the_end: paid },
];

describe('through the API alone, a payment with a number that ends in', () => {
  test.concurrent.each(rows)(
    '$digits $becomes',
    { timeout: 90_000 },
    async ({ digits, answered, act, in_the_end }) => {
      const { token, payment_id } = await makeCheckout(service);
      const events = await watchCheckout(service, token);
      const session = sessionOf(await callPay(service, token, meansEnding(digits)));
      expect(session.payment).toMatchObject({ id: payment_id, operator: 'mtn_ci', ...answered });
      await act?.(token);

      const { status } = in_the_end as { status: string };
      const told = await readUntil(
        events,
        ({ payment }) => payment.status === status && fits(payment, in_the_end),
      );
      expect(told?.payment).toMatchObject(in_the_end);
      // Success is final; any other status may still change.
      if (status === 'success') expect(await events.next()).toBeNull();
      events.leave();

      // The merchant's server gets the same status.
      const verified = await callApi(service, `/api/v1/payments/${payment_id}/verify`, {
        key: service.demo.test_key,
      });
      const { failure, retryable } = told?.payment ?? {};
      expect(verified.body.data).toMatchObject({ status, failure, retryable });
      expect(await retrievePayment(service, payment_id)).toMatchObject({
        status,
        late: told?.status === 'expired',
      });
    },
  );

  test('every scenario of the sandbox has a row in this table', () => {
    const covered = new Set(rows.map(({ digits }) => digits));
    expect(scenarios.filter(({ digits }) => !covered.has(digits))).toEqual([]);
  });
});

/**
 * Whether a reported payment has an action exactly if the expected one does. This distinguishes the expected report
 * from an earlier one with the same status, sent before the operator's response.
 */
function fits(payment: object, expected: object): boolean {
  return (
    'action' in payment && 'action' in expected && (payment.action === null) === (expected.action === null)
  );
}
