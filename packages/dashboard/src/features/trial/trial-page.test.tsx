// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Merchant } from '../../app/me.ts';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, done, type Recorded, refusal } from '../../testing/recorded.ts';
import type { PaymentDetail } from '../payments/payment.ts';
import { trialOf } from './testing/trial-of.ts';

const base = '/dashboard/api/{merchant_id}/{mode}';
const payment_id = 'pay_01JD0Z5T8Q0000000000000000';
const reading: Merchant['scopes'] = ['payments:read', 'payment_links:read', 'settings:read'];
const selling: Merchant['scopes'] = [
  ...reading,
  'payment_links:write',
  'payments:refund',
  'developers:write',
];

const numbers = [
  { digits: '00' as const, phone: '+2250548151600' },
  { digits: '01' as const, phone: '+2250548151601' },
];
const options = answer(`${base}/trial-options`, {
  currency: 'XOF',
  currencies: [
    { currency: 'GHS', amount: 100, numbers: [{ digits: '00', phone: '+233541516200' }] },
    { currency: 'XOF', amount: 5000, numbers },
  ],
});
const started = done(`${base}/trials`, {
  payment_id,
  checkout_url: 'https://pay.example/pay/token-of-the-session',
  session_token: 'token-of-the-session',
  expires_at: '2026-03-01T10:30:00+00:00',
});
const detailOf = (change: Partial<PaymentDetail> = {}, payment: Partial<PaymentDetail['payment']> = {}) =>
  answer(`${base}/payments/{id}`, trialOf(payment_id, change, payment));

const open = (at: string, scopes: Merchant['scopes'], ...recorded: readonly Recorded[]) =>
  openScreen(placeOf(at), [signedIn(scopes), options, ...recorded]);

describe('trying the page', () => {
  test('starts with usual answers, and shows the page on a phone', async () => {
    const { sent, address } = await open('trial', selling, started, detailOf());
    fireEvent.click(await screen.findByRole('button', { name: 'Start' }));
    const phone = await screen.findByTitle('Your payment page on a phone');
    expect(phone.getAttribute('src')).toBe('/pay/token-of-the-session?lang=en');
    expect(phone.getAttribute('sandbox')).toBe('allow-forms allow-scripts allow-same-origin');
    expect(sent).toEqual([{ amount: 5000, currency: 'XOF', description: 'A trial order' }]);
    expect(address()).toContain(`trial?payment=${payment_id}&language=en`);
    const list = screen.getByRole('heading', { name: 'Numbers to type' }).parentElement as HTMLElement;
    expect(within(list).getByText('+2250548151601')).toBeTruthy();
    expect(within(list).getByText('Refused: not enough money')).toBeTruthy();
    screen.getByText('The page waits for a number.');
  });

  test('uses what was typed', async () => {
    const { sent } = await open('trial', selling, started, detailOf());
    fireEvent.change(await screen.findByLabelText('Currency'), { target: { value: 'GHS' } });
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('100');
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '12.50' } });
    fireEvent.change(screen.getByLabelText('Description'), { target: { value: ' ' } });
    fireEvent.change(screen.getByLabelText('Template'), { target: { value: 'cotonou' } });
    fireEvent.change(screen.getByLabelText('Language of the page'), { target: { value: 'ar' } });
    fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    const phone = await screen.findByTitle('Your payment page on a phone');
    expect(phone.getAttribute('src')).toBe('/pay/token-of-the-session?lang=ar');
    expect(sent).toEqual([{ amount: 12.5, currency: 'GHS', template: 'cotonou' }]);
  });

  test('starts one session however often the button is pressed', async () => {
    let arrive = (): void => undefined;
    const after = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { asked } = await open('trial', selling, { ...started, after }, detailOf());
    const button = await screen.findByRole('button', { name: 'Start' });
    for (const _ of [1, 2, 3]) fireEvent.click(button);
    await waitFor(() => expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(1));
    arrive();
    await screen.findByTitle('Your payment page on a phone');
    expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  });

  test('says what is wrong with the amount, before and after sending it', async () => {
    const { sent, answerBy } = await open('trial', selling);
    const type = (value: string) => fireEvent.change(screen.getByLabelText('Amount'), { target: { value } });
    await screen.findByRole('button', { name: 'Start' });
    type('a lot');
    fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    await screen.findByRole('alert');
    expect(sent).toEqual([]);
    const problem = { status: 422, code: 'invalid_fields', message: 'Some fields are wrong.' };
    answerBy(refusal('POST', `${base}/trials`, { ...problem, errors: { amount: ['must be 1 at least'] } }));
    type('0');
    fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true'));
  });

  test('is only looked at by a viewer', async () => {
    await open(`trial?payment=${payment_id}`, reading, detailOf({}, { status: 'success' }));
    await screen.findByText('Your role can look at payments, but not start one.');
    await screen.findByText('Your role cannot refund.');
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Refund it' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add a webhook endpoint' })).toBeNull();
  });

  test('belongs to test mode: in live mode it leads there', async () => {
    const { address } = await open('trial', selling);
    expect(address()).toContain('/test/trial');
  });
});

describe('what has happened', () => {
  const delivery = {
    ...{ id: 'whd_1', event: 'payment.successful', endpoint_id: 'we_1', url: 'https://shop.example/hook' },
    ...{ next_attempt_at: null, delivered_at: null, attempts: [] },
  };
  test.each<[string, Partial<PaymentDetail>, Partial<PaymentDetail['payment']>, string]>([
    ['an open payment', {}, { status: 'processing' }, 'The operator is asking the customer.'],
    ['a closed page', {}, { status: 'expired' }, 'The page is closed, and nothing was paid.'],
    ['a reversal', {}, { status: 'reversed' }, 'The operator has taken the payment back.'],
    ['a paid one', {}, { status: 'success', charged_amount: 5100 }, 'Paid: 5 100 F CFA.'],
    ['no endpoint', {}, { status: 'success' }, 'Add a webhook endpoint'],
    [
      'a delivery',
      { deliveries: [{ ...delivery, status: 'delivered' }] },
      { status: 'success' },
      'Delivered to https://shop.example/hook',
    ],
    [
      'a failed delivery',
      { deliveries: [{ ...delivery, status: 'failed' }] },
      { status: 'success' },
      'Not accepted by https://shop.example/hook',
    ],
  ])('is said for %s', async (_, detail, payment, words) => {
    await open(`trial?payment=${payment_id}`, selling, detailOf(detail, payment));
    await screen.findByText((text) => text.includes(words));
  });

  test('is said in French', async () => {
    await openScreen(
      placeOf(`trial?payment=${payment_id}`),
      [signedIn(selling), options, detailOf({}, { status: 'success' })],
      { language: 'fr' },
    );
    await screen.findByText('Voici ce que garde votre client.');
    screen.getByText('Refusé : solde insuffisant');
  });

  test('is followed as it happens, up to the refund', async () => {
    const { answerBy, report } = await open(`trial?payment=${payment_id}`, selling, detailOf());
    await screen.findByText('The page waits for a number.');
    answerBy(detailOf({}, { status: 'success' }));
    await report('payments');
    const receipt = await screen.findByRole('link', { name: 'Open the receipt' });
    expect(receipt.getAttribute('href')).toBe('/r/7KQ2M9XD4A');
  });
});

test('the overview starts a trial with one click', async () => {
  const steps = answer(`${base}/overview/steps`, { items: [{ step: 'test_payment', done: false }] });
  const needs = answer(`${base}/overview/needs`, { items: [], low_balances: [] });
  const figures = { amount: 0, fee: 0, paid: 0, refused: 0, success_rate: null, average_s: null };
  const overview = answer(`${base}/overview`, {
    ...{ currency: null, currencies: [], days: [], operators: [] },
    ...{ total: figures, before: figures },
  });
  const { sent, address } = await open('overview', selling, steps, needs, overview, started, detailOf());
  const button = await screen.findByRole('button', { name: 'Try my page' });
  fireEvent.click(button);
  await screen.findByTitle('Your payment page on a phone');
  expect(sent).toEqual([{ amount: 5000, currency: 'XOF', description: 'A trial order' }]);
  expect(address()).toContain('/test/trial?payment=');
});
