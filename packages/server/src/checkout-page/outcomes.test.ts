import { resolvePayment } from '@guichet/core/operations';
import { expireCheckout } from '@guichet/core/payments';
import type { StaffActor } from '@guichet/core/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { type Checkout, callApi, makeCheckout, retrievePayment } from '../testing/api.ts';
import { letTimePass } from '../testing/rows.ts';
import { makeVisitor, payOnPage, postForm, type Screen } from '../testing/visitor.ts';
import { texts as allTexts } from './texts/texts.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const texts = allTexts.en;
const operator = 'mtn_ci';
const phoneOf = (digits: string): string => `+22505481516${digits}`;

async function pay(digits: string): Promise<Checkout & { readonly screen: Screen }> {
  const checkout = await makeCheckout(service);
  return {
    ...checkout,
    screen: await payOnPage(service, checkout.token, { operator, phone: phoneOf(digits) }),
  };
}

async function openUntil(token: string, state: string): Promise<Screen> {
  const visitor = makeVisitor(service);
  await expect
    .poll(async () => (await visitor.open(`/pay/${token}`)).state, { timeout: 15_000, interval: 100 })
    .toBe(state);
  return visitor.open(`/pay/${token}`);
}

async function countAttempts(payment_id: string): Promise<number> {
  const { rows } = await service.ctx.pool.query('select id from attempts where payment_id = $1', [
    payment_id,
  ]);
  return rows.length;
}

describe('a refusal', () => {
  test.each([
    ['01', 'insufficient_funds'],
    ['02', 'payer_cancelled'],
    ['03', 'payer_timeout'],
    ['04', 'limit_exceeded'],
    ['05', 'wrong_pin'],
    ['06', 'not_registered'],
    ['07', 'account_blocked'],
    ['08', 'operator_down'],
  ] as const)('%s is explained in plain words: %s', async (digits, reason) => {
    const { token, payment_id } = await pay(digits);
    const screen = await openUntil(token, 'failed');
    expect(screen.status).toBe(200);
    const notice = texts.failures[reason]('MTN MoMo');
    expect(screen.words.toLowerCase()).toContain(notice.title.toLowerCase());
    expect(screen.words).toContain('No money was taken.');
    expect(await retrievePayment(service, payment_id)).toMatchObject({
      status: 'failed',
      failure: { code: reason },
      retryable: true,
    });
  });

  test('can be followed by another attempt, with a different operator', async () => {
    const { token, payment_id, screen } = await pay('01');
    expect(screen.links).toContain(`/pay/${token}?step=choose`);
    const visitor = makeVisitor(service);
    const choose = await visitor.open(`/pay/${token}?step=choose`);
    expect(choose.state).toBe('choose');
    expect(choose.words).toContain(texts.failures.insufficient_funds('').title);
    const confirm = await visitor.submit(choose, '/choose', {
      operator: 'orange_ci',
      phone: '+2250748151600',
    });
    expect((await visitor.submit(confirm, '/pay')).state).toBe('success');
    expect(await retrievePayment(service, payment_id)).toMatchObject({
      status: 'success',
      operator: 'orange_ci',
      fee: 375,
      failure: null,
    });
    expect(await countAttempts(payment_id)).toBe(2);
  });
});

test('after 30 attempts at a payment, the page sends nothing and says how to start again', async () => {
  const { token, payment_id } = await pay('01');
  await service.ctx.pool.query('update attempts set number = 30 where payment_id = $1', [payment_id]);
  await service.ctx.pool.query('update payments set sequence = 60 where id = $1', [payment_id]);
  const screen = await payOnPage(service, token, { operator, phone: phoneOf('00') });
  expect([screen.status, screen.state]).toEqual([409, 'too_many_attempts']);
  expect(screen.words).toContain('Too many attempts Nothing was sent this time. To pay, start again at');
  expect(await countAttempts(payment_id)).toBe(1);
});

describe('a one-time code', () => {
  test('that is correct completes the payment', async () => {
    const { screen } = await pay('20');
    expect(screen.state).toBe('otp');
    expect(screen.words).not.toContain(texts.otp_wrong);
    expect((await makeVisitor(service).submit(screen, '/otp', { otp: ' 123 456 ' })).state).toBe('success');
  });

  test('that is wrong can be corrected', async () => {
    const { screen, payment_id } = await pay('20');
    const visitor = makeVisitor(service);
    const wrong = await visitor.submit(screen, '/otp', { otp: '000000' });
    expect(wrong.state).toBe('otp');
    expect(wrong.words).toContain(texts.otp_wrong);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'processing' });
    expect((await visitor.submit(wrong, '/otp', { otp: '123456' })).state).toBe('success');
  });

  test('that is wrong five times fails the attempt, and another attempt is possible', async () => {
    const { screen, payment_id, token } = await pay('20');
    const visitor = makeVisitor(service);
    let shown = screen;
    for (let tries = 1; tries < 5; tries++) {
      shown = await visitor.submit(shown, '/otp', { otp: '000000' });
      expect(shown.state).toBe('otp');
    }
    shown = await visitor.submit(shown, '/otp', { otp: '000000' });
    expect(shown.state).toBe('failed');
    expect(await retrievePayment(service, payment_id)).toMatchObject({ failure: { code: 'wrong_otp' } });
    expect((await payOnPage(service, token, { operator, phone: phoneOf('00') })).state).toBe('success');
  });

  test.each(['', '1', 'abc def ghi jkl mno', '<script>', '12\u00003456'])(
    'that is malformed is not sent: %j',
    async (otp) => {
      const { screen, payment_id } = await pay('20');
      const shown = await makeVisitor(service).submit(screen, '/otp', { otp });
      expect(shown.state).toBe('otp');
      expect(shown.words).toContain(texts.otp_wrong);
      const { rows } = await service.ctx.pool.query(
        'select sandbox_transactions.otp_attempts from sandbox_transactions join attempts using (reference) where payment_id = $1',
        [payment_id],
      );
      expect(rows).toEqual([{ otp_attempts: 0 }]);
    },
  );

  test('has no field in any tab while the operator is checking it', async () => {
    const { token, payment_id } = await pay('20');
    const hold = (until: string) =>
      service.ctx.pool.query(`update attempts set otp_until = ${until} where payment_id = $1`, [payment_id]);
    await hold(`now() + interval '10 seconds'`);
    const visitor = makeVisitor(service);
    const checking = await visitor.open(`/pay/${token}`);
    expect([checking.state, checking.forms]).toEqual(['waiting', []]);
    expect(checking.words).toContain(texts.waiting_slow_title);
    const answer = await postForm(service, `/pay/${token}/otp`, 'otp=123456');
    expect([answer.status, answer.headers.location]).toEqual([303, `/pay/${token}`]);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'processing' });
    // The process that was checking it has died.
    await hold(`now() - interval '1 second'`);
    const typing = await visitor.open(`/pay/${token}`);
    expect((await visitor.submit(typing, '/otp', { otp: '123456' })).state).toBe('success');
  });

  test('that does not arrive can be requested again with a plain form, and pays once', async () => {
    const { screen, payment_id, token } = await pay('20');
    const visitor = makeVisitor(service);
    const soon = await visitor.submit(screen, '/resend');
    expect([soon.state, soon.path]).toEqual(['otp', `/pay/${token}?otp=too_soon`]);
    expect(soon.words).toContain(texts.otp_resent.too_soon);
    await service.ctx.pool.query(
      `update attempts set created_at = created_at - interval '30 seconds' where payment_id = $1`,
      [payment_id],
    );
    const wrong = await visitor.submit(soon, '/otp', { otp: '000000' });
    const sent = await visitor.submit(wrong, '/resend');
    expect([sent.state, sent.path]).toEqual(['otp', `/pay/${token}?otp=sent`]);
    expect(sent.words).toContain(texts.otp_resent.sent);
    expect(sent.words).not.toContain(texts.otp_wrong);
    expect((await visitor.submit(sent, '/resend')).words).toContain(texts.otp_resent.too_soon);
    expect((await visitor.submit(sent, '/otp', { otp: '123456' })).state).toBe('success');
    const { rows } = await service.ctx.pool.query(
      'select number, status, otp_resends from attempts where payment_id = $1',
      [payment_id],
    );
    expect(rows).toEqual([{ number: 1, status: 'success', otp_resends: 1 }]);
  });

  test('that was not requested changes nothing', async () => {
    const { token, payment_id } = await makeCheckout(service);
    const answer = await fetch(`${service.url}/pay/${token}/otp`, {
      method: 'POST',
      body: new URLSearchParams({ otp: '123456' }),
    });
    expect(answer.url).toBe(`${service.url}/pay/${token}`);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'pending' });
  });
});

describe("the operator's own page (21)", () => {
  test.each([
    ['approve', 'success', 'success'],
    ['refuse', 'failed', 'failed'],
  ])('can %s the payment', async (decision, state, status) => {
    const { screen, token, payment_id } = await pay('21');
    expect(screen.state).toBe('redirect');
    expect(screen.links).toContain(`${service.url}/pay/${token}/sandbox`);
    const visitor = makeVisitor(service);
    const approval = await visitor.open(`/pay/${token}/sandbox`);
    expect([approval.status, approval.state]).toEqual([200, 'sandbox_approval']);
    expect((await visitor.submit(approval, '/sandbox', { decision })).state).toBe(state);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status });
    // After the first decision the page is gone, and a second decision changes nothing.
    expect((await visitor.open(`/pay/${token}/sandbox`)).state).toBe(state);
    await visitor.submit(approval, '/sandbox', { decision: decision === 'approve' ? 'refuse' : 'approve' });
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status });
  });

  test('is no longer shown once the session has ended', async () => {
    const { token } = await pay('21');
    await letTimePass(service, token);
    for (const query of ['', '?returned=1']) {
      const screen = await makeVisitor(service).open(`/pay/${token}${query}`);
      expect([screen.status, screen.state]).toEqual([410, 'unknown']);
      expect(screen.words).toContain(texts.unknown_ended);
      expect(screen.links).not.toContain(`${service.url}/pay/${token}/sandbox`);
    }
  });

  test('accepts no other decision', async () => {
    const { token, payment_id } = await pay('21');
    const visitor = makeVisitor(service);
    const approval = await visitor.open(`/pay/${token}/sandbox`);
    expect((await visitor.submit(approval, '/sandbox', { decision: 'perhaps' })).status).toBe(400);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'processing' });
  });
});

describe('the panel of the sandbox (22)', () => {
  test.each([
    ['approve', 'success'],
    ['refuse', 'failed'],
  ])('can %s the payment', async (decision, state) => {
    const { screen } = await pay('22');
    expect(screen.state).toBe('waiting');
    expect((await makeVisitor(service).submit(screen, '/sandbox', { decision })).state).toBe(state);
  });

  test('is not shown when no decision is awaited', async () => {
    const { screen } = await pay('10');
    expect(screen.state).toBe('waiting');
    expect(screen.forms).toEqual([]);
  });
});

describe('no response from the operator (12)', () => {
  test('asks the customer not to pay again until the outcome is known', async () => {
    const { screen, token, payment_id } = await pay('12');
    expect([screen.status, screen.state, screen.forms]).toEqual([200, 'unknown', []]);
    expect(screen.words).toContain(texts.unknown_do_not);
    expect(screen.text).toContain('http-equiv="refresh"');
    // Neither an earlier form nor a second visit to the page opens another attempt.
    const again = await makeVisitor(service).open(`/pay/${token}?step=choose`);
    expect(again.state).toBe('unknown');
    await callApi(service, `/api/v1/payments/${payment_id}/verify`, { key: service.demo.test_key });
    expect((await openUntil(token, 'success')).state).toBe('success');
    expect(await countAttempts(payment_id)).toBe(1);
  });

  test('is followed by the outcome, which the worker finds without a request (13)', async () => {
    const { token } = await pay('13');
    expect((await openUntil(token, 'failed')).words).toContain('No money was taken.');
  });
});

describe('an amount other than requested (17)', () => {
  const decide = async (payment_id: string, kept: 'accept' | 'refund_all'): Promise<void> => {
    const { id, merchant_id } = await service.ctx.db
      .selectFrom('attempts')
      .select(['id', 'merchant_id'])
      .where('payment_id', '=', payment_id)
      .executeTakeFirstOrThrow();
    const actor: StaffActor = {
      kind: 'staff',
      user_id: 'stf_1',
      name: 'Awa',
      email: 'awa@shop.example',
      address: '127.0.0.1',
      request_id: 'req',
      merchant_id,
      mode: 'test',
      role: 'finance',
    };
    const said = { object_id: id, verdict: kept, note: 'The customer rang' };
    await resolvePayment(service.ctx, actor, { id: payment_id, body: said });
  };

  test('makes the payment successful once accepted, and the page shows the amount received', async () => {
    const { token, payment_id } = await pay('17');
    await decide(payment_id, 'accept');
    const { received_amount } = await retrievePayment(service, payment_id);
    const screen = await openUntil(token, 'success');
    expect(screen.words.replaceAll(/\D/g, '')).toContain(String(received_amount).replaceAll(/\D/g, ''));
  });

  test('is refunded once refused, and the page never says that nothing was charged', async () => {
    const { token, payment_id } = await pay('17');
    await decide(payment_id, 'refund_all');
    const screen = await openUntil(token, 'returned');
    expect(screen.words).toContain('It is going back to the number that paid.');
    expect(screen.words).not.toContain('No money was taken');
    await expireCheckout(service.ctx, command, token);
    expect((await openUntil(token, 'returned')).words).not.toContain('No money was taken');
  });
});

test('an amount other than requested (17) is not a success', async () => {
  const { screen, payment_id } = await pay('17');
  expect(screen.state).toBe('held');
  expect(screen.words).toContain('Do not pay again.');
  expect(await retrievePayment(service, payment_id)).toMatchObject({
    status: 'processing',
    received_amount: expect.any(Number),
  });
});

test('the page still reports held money (17) after the operator has reversed a later attempt', async () => {
  const { token, payment_id } = await pay('17');
  await service.ctx.pool.query(
    `insert into attempts
    select (jsonb_populate_record(attempt, jsonb_build_object(
      'id', 'att_later', 'number', 2, 'reference', gen_random_uuid(), 'status', 'reversed',
      'received_minor', null, 'received_currency', null
    ))).*
    from attempts as attempt where payment_id = $1`,
    [payment_id],
  );
  const screen = await makeVisitor(service).open(`/pay/${token}`);
  expect(screen.state).toBe('held');
  expect(screen.words).toContain('Do not pay again.');
});
