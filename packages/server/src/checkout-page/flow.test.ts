import { createHmac } from 'node:crypto';
import { createEndpoint } from '@guichet/core/events';
import { asCurrency } from '@guichet/kernel/currencies';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { makeCheckout, makeMerchant, retrievePayment } from '../testing/api.ts';
import { formOf, makeVisitor, payOnPage, type Screen } from '../testing/visitor.ts';
import { formatAmount } from './format.ts';
import type { Language } from './page.ts';
import { texts as allTexts } from './texts/texts.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const plain = (text: string): string => text.replace(/\s+/g, ' ');
const xof = (amount_minor: bigint, language: Language): string =>
  plain(formatAmount({ amount_minor, currency: asCurrency('XOF') }, language));

describe.each(['en', 'fr'] as const)('a customer without JavaScript, in %s', (language) => {
  const texts = allTexts[language];

  test('chooses, confirms, pays, waits, sees the receipt and returns to the merchant', async () => {
    const { payment_id, token } = await makeCheckout(service, {
      description: 'Pagne wax, 6 yards',
      return_url: 'https://shop.example/thanks?order=A-1',
    });
    const visitor = makeVisitor(service, language);

    const choose = await visitor.open(`/pay/${token}`);
    expect([choose.status, choose.state]).toEqual([200, 'choose']);
    expect(choose.text).toContain(`<html lang="${language}">`);
    expect(choose.words).toContain(plain(texts.choose_title));
    expect(choose.words).toContain('Pagne wax, 6 yards');
    expect(choose.words).toContain(xof(25_000n, language));

    const confirm = await visitor.submit(choose, '/choose', { operator: 'mtn_ci', phone: '05 48 15 16 42' });
    expect([confirm.status, confirm.state]).toEqual([200, 'confirm']);
    expect(confirm.path).toBe(`/pay/${token}?step=confirm`);
    for (const [label, amount_minor] of [
      [texts.subtotal, 25_000n],
      [texts.fees, 500n],
      [texts.total, 25_500n],
    ] as const) {
      expect(confirm.words).toContain(`${plain(label)} ${xof(amount_minor, language)}`);
    }
    // Nothing is sent before the customer has confirmed.
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'pending', fee: null });

    const waiting = await visitor.submit(confirm, '/pay');
    expect([waiting.status, waiting.state, waiting.path]).toEqual([200, 'waiting', `/pay/${token}`]);
    expect(waiting.words).toContain(plain(texts.waiting_title));
    expect(waiting.text).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/);
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'processing' });

    const receipt = await openUntil(token, 'success', language);
    expect(receipt.status).toBe(200);
    expect(receipt.words).toContain(plain(texts.success_title));
    expect(receipt.words).toContain(xof(25_500n, language));
    const payment = await retrievePayment(service, payment_id);
    expect(payment).toMatchObject({ status: 'success', charged_amount: 25_500 });
    expect(receipt.words).toContain(payment.reference);
    const back = await backToShop(receipt);
    expect(back.origin + back.pathname).toBe('https://shop.example/thanks');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      ...{ order: 'A-1', payment_id, status: 'success' },
      receipt: `${service.url}/r/${payment.reference}`,
    });
    expect(receipt.text).toContain(`;url=/pay/${token}/leave"`);
  });
});

test('the number and the country provided by the merchant are filled in', async () => {
  const { token } = await makeCheckout(service, { customer_phone: '+2250548151600' });
  const visitor = makeVisitor(service);
  const choose = await visitor.open(`/pay/${token}`);
  const { phone = '' } = formOf(choose, '/choose').fields;
  expect(phone.replace(/[^\d+]/g, '')).toBe('0548151600');
  expect(choose.text).toContain('<option value="CI" data-code="225" selected>');
  const confirm = await visitor.submit(choose, '/choose', { operator: 'mtn_ci' });
  expect(confirm.state).toBe('confirm');
});

test('a choice is kept when the customer goes back to change it', async () => {
  const { token } = await makeCheckout(service);
  const visitor = makeVisitor(service);
  const choose = await visitor.open(`/pay/${token}`);
  const confirm = await visitor.submit(choose, '/choose', { operator: 'orange_ci', phone: '0748151600' });
  expect(confirm.links).toContain(`/pay/${token}?step=choose`);
  const again = await visitor.open(`/pay/${token}?step=choose`);
  expect(again.state).toBe('choose');
  expect(formOf(again, '/choose').fields).toMatchObject({ operator: 'orange_ci' });
  const other = await visitor.submit(again, '/choose', { operator: 'wave_ci' });
  expect(other.words).toContain(xof(25_250n, 'en'));
});

describe('the return to the merchant', () => {
  test('carries a result that the merchant can verify with the secret of its endpoint', async () => {
    const { merchant_id, key } = await makeMerchant(service, { rules: ['mtn_ci'] });
    const { secret } = await createEndpoint(service.ctx, commandOf(merchant_id, 'test'), {
      url: 'http://127.0.0.1:9/hook',
    });
    const { token, payment_id } = await makeCheckout(service, {}, key);
    const receipt = await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
    // The endpoint never responds. But 11 seconds after the payment, the redirect to the merchant no longer waits
    // for it.
    await moveReceipt(payment_id, '11 seconds');
    const back = await backToShop(receipt);
    const result = back.searchParams.get('result') ?? '';
    const [, seconds = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(result) ?? [];
    const signed = `${seconds}.${payment_id}.success`;
    expect(signature).toBe(createHmac('sha256', secret).update(signed).digest('hex'));
    expect(Math.abs(Date.now() - Number(seconds) * 1000)).toBeLessThan(60_000);
  });

  test('cannot be overridden by parameters already in the URL', async () => {
    const { token, payment_id } = await makeCheckout(service, {
      return_url: 'https://shop.example/?status=failed&payment_id=pay_other&keep=1#top',
    });
    const receipt = await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
    const back = await backToShop(receipt);
    expect([...back.searchParams]).toEqual([
      ['keep', '1'],
      ['payment_id', payment_id],
      ['status', 'success'],
      ['receipt', expect.stringContaining('/r/')],
    ]);
    expect(back.hash).toBe('#top');
  });
});

describe('a paid session', () => {
  test('shows that it is paid, whatever step is requested', async () => {
    const { token } = await makeCheckout(service);
    const visitor = makeVisitor(service);
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
    for (const query of ['', '?step=choose', '?step=confirm', '?otp=refused']) {
      const shown = await visitor.open(`/pay/${token}${query}`);
      expect([shown.status, shown.state, shown.forms]).toEqual([200, 'success', []]);
    }
  });

  test('shows that it is already paid, without redirecting, when opened again later', async () => {
    const { token, payment_id } = await makeCheckout(service);
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
    await moveReceipt(payment_id, '3 minutes');
    const shown = await makeVisitor(service).open(`/pay/${token}`);
    expect([shown.status, shown.state, shown.forms]).toEqual([200, 'already_paid', []]);
    expect(shown.text).not.toContain('http-equiv="refresh"');
    expect((await backToShop(shown)).searchParams.get('status')).toBe('success');
  });
});

test('amounts in a currency with decimals are shown and charged exactly', async () => {
  const { token, payment_id } = await makeCheckout(service, { amount: 12.5, currency: 'GHS' });
  const receipt = await payOnPage(service, token, { operator: 'mtn_gh', phone: '+233244815100' });
  expect(receipt.words).toContain('12.50');
  expect(await retrievePayment(service, payment_id)).toMatchObject({
    status: 'success',
    charged_amount: 12.5,
  });
});

test('a currency that no operator accepts can be paid with the sandbox in test mode', async () => {
  const { token, payment_id } = await makeCheckout(service, { amount: 3.125, currency: 'TND' });
  await payOnPage(service, token, { operator: 'sandbox_zz', phone: '+21620123400' });
  expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'success', amount: 3.125 });
});

/** Moves the time of payment further into the past. */
async function moveReceipt(payment_id: string, by: string): Promise<void> {
  await service.ctx.pool.query('update payments set paid_at = paid_at - $2::interval where id = $1', [
    payment_id,
    by,
  ]);
}

async function openUntil(token: string, state: string, language: Language): Promise<Screen> {
  const visitor = makeVisitor(service, language);
  await expect
    .poll(async () => (await visitor.open(`/pay/${token}`)).state, { timeout: 15_000, interval: 100 })
    .toBe(state);
  return visitor.open(`/pay/${token}`);
}

/** Follows the only link back to the merchant. */
async function backToShop(screen: Screen): Promise<URL> {
  const found = screen.links.filter((href) => href.split('?')[0]?.endsWith('/leave'));
  expect(found).toHaveLength(1);
  const { status, left_to } = await makeVisitor(service).open(found[0] ?? '');
  expect(status).toBe(303);
  return new URL(left_to ?? '');
}
