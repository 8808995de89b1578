import { expireCheckout } from '@guichet/core/payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { makeCheckout, makeMerchant, retrievePayment } from '../testing/api.ts';
import { letTimePass } from '../testing/rows.ts';
import { makeVisitor, payOnPage, postForm } from '../testing/visitor.ts';
import { texts as allTexts } from './texts/texts.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const texts = allTexts.en;
const choice_sql = `select chosen_operator, chosen_phone, chosen_fee_percent from checkout_sessions where payment_id = $1`;
const cancel_url = 'https://shop.example/cart?from=pay';

describe('cancelling', () => {
  test('returns the customer to cancel_url at once', async () => {
    const { token, payment_id } = await makeCheckout(service, { cancel_url });
    const visitor = makeVisitor(service);
    const left = await visitor.submit(await visitor.open(`/pay/${token}`), '/cancel');
    expect([left.status, left.state, left.left_to]).toEqual([200, 'cancelled', cancel_url]);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'cancelled' });

    // After the back button, submitting again leads to the same URL, and the page shows what happened.
    const again = await postForm(service, `/pay/${token}/cancel`, '');
    expect([again.status, again.headers.location]).toEqual([303, `/pay/${token}?cancelled=1`]);
    const page = await visitor.open(`/pay/${token}`);
    expect([page.status, page.state, page.forms, page.left_to]).toEqual([200, 'cancelled', [], null]);
    expect(page.links).toContain(cancel_url);
  });

  test.each([
    ['letters that Latin-1 lacks', 'https://shop.example/cœur?’', 'https://shop.example/c%C5%93ur?%E2%80%99'],
    ['letters of Latin-1', 'https://shop.example/annulée', 'https://shop.example/annul%C3%A9e'],
    ['a host with an accent', 'https://café.example/a', 'https://xn--caf-dma.example/a'],
    ['markup', `https://shop.example/?a="><script>'`, 'https://shop.example/?a=%22%3E%3Cscript%3E%27'],
  ])('leads to a cancel_url with %s', async (_, given, location) => {
    const { token } = await makeCheckout(service, { cancel_url: given });
    const visitor = makeVisitor(service);
    const left = await visitor.submit(await visitor.open(`/pay/${token}`), '/cancel');
    expect(left.left_to).toBe(location);
  });

  test('is not claimed by the address alone', async () => {
    const { token } = await makeCheckout(service, { cancel_url });
    const page = await makeVisitor(service).open(`/pay/${token}?cancelled=1`);
    expect([page.state, page.left_to]).toEqual(['choose', null]);
  });

  test('without a cancel_url stays on the page, which confirms the cancellation', async () => {
    const { token } = await makeCheckout(service);
    const visitor = makeVisitor(service);
    const page = await visitor.submit(await visitor.open(`/pay/${token}`), '/cancel');
    expect([page.status, page.state, page.forms]).toEqual([200, 'cancelled', []]);
    expect(page.words).toContain(texts.cancelled('').title);
  });

  test('is possible after a refusal', async () => {
    const { token, payment_id } = await makeCheckout(service, { cancel_url });
    const failed = await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151601' });
    const left = await makeVisitor(service).submit(failed, '/cancel');
    expect(left.left_to).toBe(cancel_url);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'cancelled' });
  });

  test('is impossible while money may move', async () => {
    const { token, payment_id } = await makeCheckout(service, { cancel_url });
    const waiting = await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151622' });
    expect(waiting.forms.map(({ action }) => action)).not.toContain(`/pay/${token}/cancel`);
    const answer = await postForm(service, `/pay/${token}/cancel`, '');
    expect([answer.status, answer.headers.location]).toEqual([303, `/pay/${token}`]);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'processing' });
  });

  test('is impossible once the payment is paid', async () => {
    const { token, payment_id } = await makeCheckout(service, { cancel_url });
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
    const answer = await postForm(service, `/pay/${token}/cancel`, '');
    expect([answer.status, answer.headers.location]).toEqual([303, `/pay/${token}`]);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'success' });
  });

  test('also prevents paying from a confirmation page that is still open in the browser', async () => {
    const { token, payment_id } = await makeCheckout(service);
    const visitor = makeVisitor(service);
    const choose = await visitor.open(`/pay/${token}`);
    const confirm = await visitor.submit(choose, '/choose', { operator: 'mtn_ci', phone: '+2250548151600' });
    await visitor.submit(choose, '/cancel');
    expect((await visitor.submit(confirm, '/pay')).state).toBe('cancelled');
    expect(
      (await visitor.submit(choose, '/choose', { operator: 'mtn_ci', phone: '+2250548151600' })).state,
    ).toBe('cancelled');
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'cancelled', fee: null });
  });
});

describe('an expired session', () => {
  test.each([
    ['by command', (token: string) => expireCheckout(service.ctx, command, token)],
    ['before the sweep', (token: string) => letTimePass(service, token)],
  ])('is shown as expired with a 410 at every step (%s)', async (_, end) => {
    const { token, payment_id } = await makeCheckout(service, { cancel_url });
    const visitor = makeVisitor(service);
    const choose = await visitor.open(`/pay/${token}`);
    const confirm = await visitor.submit(choose, '/choose', { operator: 'mtn_ci', phone: '+2250548151600' });
    const chosen = async () =>
      (await service.ctx.pool.query(choice_sql, [payment_id])).rows as readonly { chosen_phone: string }[];
    const chosen_before = await chosen();
    expect(chosen_before).toMatchObject([{ chosen_phone: '+2250548151600' }]);
    await end(token);
    for (const query of ['', '?step=choose', '?step=confirm']) {
      const page = await visitor.open(`/pay/${token}${query}`);
      expect([page.status, page.state, page.forms]).toEqual([410, 'expired', []]);
      expect(page.words).toContain(texts.expired('').title);
      expect(page.links).toContain(cancel_url);
    }
    for (const [form, fields] of [
      ['/pay', {}],
      ['/choose', { operator: 'mtn_ci', phone: '+2250548151622' }],
      ['/choose', { operator: 'mtn_ci', phone: 'no number' }],
      ['/cancel', {}],
    ] as const) {
      const page = await visitor.submit(form === '/pay' ? confirm : choose, form, fields);
      expect([page.status, page.state]).toEqual([410, 'expired']);
    }
    const { rows } = await service.ctx.pool.query('select id from attempts where payment_id = $1', [
      payment_id,
    ]);
    expect(rows).toEqual([]);
    expect(await chosen()).toEqual(chosen_before);
  });

  test('is shown as expired in French too', async () => {
    const { token } = await makeCheckout(service);
    await expireCheckout(service.ctx, command, token);
    const page = await makeVisitor(service, 'fr').open(`/pay/${token}`);
    expect(page.words).toContain(allTexts.fr.expired('').title);
  });

  test('still shows the state of a payment in progress, which may still succeed (11)', async () => {
    const { token, payment_id } = await makeCheckout(service);
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151611' });
    await expireCheckout(service.ctx, command, token);
    const visitor = makeVisitor(service);
    await expect
      .poll(async () => (await visitor.open(`/pay/${token}`)).state, { timeout: 15_000, interval: 100 })
      .toBe('success');
    expect((await visitor.open(`/pay/${token}`)).status).toBe(200);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'success', late: true });
  });

  test('still asks the customer to wait while an attempt is pending', async () => {
    const { token } = await makeCheckout(service);
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151622' });
    await expireCheckout(service.ctx, command, token);
    const page = await makeVisitor(service).open(`/pay/${token}`);
    expect([page.status, page.state]).toEqual([410, 'waiting']);
  });
});

test('a session without any operator shows a page that says so, with a link back to the merchant', async () => {
  const { key } = await makeMerchant(service, { mode: 'live' });
  const { token } = await makeCheckout(service, { cancel_url }, key);
  const page = await makeVisitor(service).open(`/pay/${token}`);
  expect([page.status, page.state, page.forms]).toEqual([200, 'unavailable', []]);
  expect(page.links).toContain(cancel_url);
  // The sandbox's pages belong to test mode.
  expect((await makeVisitor(service).open(`/pay/${token}/sandbox`)).status).toBe(404);
  expect((await postForm(service, `/pay/${token}/sandbox`, 'decision=approve')).status).toBe(404);
});

describe('a page that does not exist', () => {
  const tokens: readonly [what: string, token: string][] = [
    ['a token that was never issued', 'A'.repeat(43)],
    ['a truncated token', 'A'.repeat(42)],
    ['a NUL', '%00'],
    ['1,000 characters', 'a'.repeat(1000)],
    ['markup', '%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
  ];
  test.each(tokens)('gets a 404 page: %s', async (_, token) => {
    for (const language of ['en', 'fr'] as const) {
      const page = await makeVisitor(service, language).open(`/pay/${token}`);
      expect([page.status, page.state]).toEqual([404, 'session_unknown']);
      expect(page.words).toContain(allTexts[language].session_unknown.title);
      expect(page.text).not.toContain('<script>alert');
    }
    for (const verb of ['choose', 'pay', 'otp', 'resend', 'again', 'cancel']) {
      const answer = await postForm(service, `/pay/${token}/${verb}`, 'operator=mtn_ci&phone=1&otp=123456');
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('data-state="session_unknown"');
    }
  });
});

test.each(['choose', 'pay', 'otp', 'resend', 'again', 'cancel', 'nothing'])(
  'GET /pay/{token}/%s, as when a submitted form is reloaded, redirects to the page',
  async (verb) => {
    const { token } = await makeCheckout(service);
    const page = await makeVisitor(service).open(`/pay/${token}/${verb}?lang=fr`);
    const step = verb === 'choose' ? 'step=choose&' : '';
    expect([page.status, page.state, page.path]).toEqual([200, 'choose', `/pay/${token}?${step}lang=fr`]);
  },
);
