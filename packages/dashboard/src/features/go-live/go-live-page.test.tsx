// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Merchant } from '../../app/me.ts';
import { merchant_id, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, done, type Recorded, refusal } from '../../testing/recorded.ts';
import type { PaymentDetail } from '../payments/payment.ts';
import type { Account } from '../settings/accounts.ts';
import { trialOf } from '../trial/testing/trial-of.ts';
import { type GuideId, guide_ids } from './guide.ts';
import { guide_texts } from './guide-texts.ts';
import type { GoLive, Way } from './read.ts';

const base = '/dashboard/api/{merchant_id}/{mode}';
const at = '2026-03-01T10:00:00+00:00';
const payment_id = 'pay_01JD0Z5T8Q0000000000000000';
const callback_url = 'https://pay.example/callbacks/mtn-momo/cac_1';

const reading: Merchant['scopes'] = ['payments:read', 'payment_links:read', 'settings:read'];
const owner: Merchant['scopes'] = [...reading, 'payment_links:write', 'payments:refund', 'settings:write'];

const mtn = { code: 'mtn_ci', name: 'MTN MoMo', country: 'CI' };
const fresh: Way = {
  ...{ operator: mtn, currency: 'XOF', smallest_amount: 100, is_offered: true, comes_first: true },
  ...{ can_refund: true, payment: null, refund: null, proven_at: null },
};
const paid: Way = { ...fresh, payment: { id: payment_id, paid_at: at } };
const proven: Way = { ...paid, refund: { id: 'ref_1', payment_id, refunded_at: at }, proven_at: at };

const listed = { id: 'cac_1', connector: 'mtn-momo', name: 'MTN Abidjan', enabled: true, checked_at: at };
const account: Account = {
  ...{ ...listed, config: {}, callback_url, created_at: at, updated_at: at },
  services: [{ operator: 'mtn_ci', currency: 'XOF', collect: true, payout: true, refund: true }],
};
const providers: GoLive['providers'] = [
  { connector: 'mtn-momo', name: 'MTN MoMo', operators: [mtn] },
  { connector: 'mpesa-daraja', name: 'M-PESA (Daraja)', operators: [] },
];

function goLive(ways: readonly Way[] | null, change: Partial<GoLive> = {}): Recorded {
  const accounts = ways === null ? [] : [{ ...listed, ways: [...ways] }];
  return answer(`${base}/go-live`, { country: 'CI', providers, accounts, ...change });
}

function accountsOf(connector = 'mtn-momo', name = 'MTN MoMo'): Recorded {
  const setting = { field: 'api_key', required: true, secret: true, description: 'The key.', default: null };
  return answer(`${base}/accounts`, {
    items: [{ ...listed, operators: ['mtn_ci'], updated_at: at }],
    providers: [{ connector, name, abilities: ['collect'], settings: [setting] }],
  });
}

const one = answer(`${base}/accounts/{id}`, account);
const detailOf = (change: Partial<PaymentDetail> = {}, payment: Partial<PaymentDetail['payment']> = {}) =>
  answer(`${base}/payments/{id}`, trialOf(payment_id, change, { livemode: true, ...payment }));

const open = (page: string, scopes: Merchant['scopes'], ...recorded: readonly Recorded[]) =>
  openScreen(`/dashboard/${merchant_id}/live/${page}`, [signedIn(scopes), accountsOf(), one, ...recorded]);

const step = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);

describe('the providers', () => {
  test.each<[string, readonly Way[] | null, string, string]>([
    ['nothing', null, 'Not begun', 'Begin: MTN MoMo'],
    ['an account', [fresh], 'Account added', 'Continue: MTN MoMo'],
    ['a payment', [fresh, paid], 'A payment has arrived', 'Continue: MTN MoMo'],
    ['a refund', [proven], 'Proven', 'Look again: MTN MoMo'],
  ])('say how far the merchant is with %s', async (_, ways, state, action) => {
    await open('go-live', reading, goLive(ways));
    expect((await screen.findAllByText(state)).length).toBeGreaterThan(0);
    screen.getByRole('link', { name: action });
    screen.getByText('Reaches MTN MoMo');
    screen.getByText('Providers for other countries');
  });

  test('of other countries are not all there is, if none reaches the merchant’s', async () => {
    const others = providers.map((provider) => ({ ...provider, operators: [] }));
    await open('go-live', reading, goLive(null, { providers: others, country: 'ZA' }));
    await screen.findByText(/No provider that this service knows reaches/);
    screen.getByRole('link', { name: 'Begin: MTN MoMo' });
  });

  test('belong to live mode: test mode leads there', async () => {
    const { address } = await openScreen(`/dashboard/${merchant_id}/test/go-live/wave`, [
      ...[signedIn(owner), accountsOf(), goLive(null)],
    ]);
    await screen.findByText('Choose who collects for you');
    expect(address()).toBe(`/dashboard/${merchant_id}/live/go-live`);
  });
});

describe.each(['en', 'fr'] as const)('the guides in %s', (language) => {
  const connectorOf = (id: GuideId) => (id.startsWith('orange-') ? 'orange-money' : id);
  test.each(guide_ids)('to %s say what to ask for, where it is found, and what to do', async (id) => {
    const connector = connectorOf(id);
    const guide = guide_texts[language][id];
    const config = { variant: id.replace('orange-', '') };
    const accounts = [{ ...listed, connector, ways: [fresh] }];
    const all = [{ connector, name: guide.name, operators: [mtn] }];
    await openScreen(
      `/dashboard/${merchant_id}/live/go-live/${connector}`,
      [
        ...[signedIn(owner), accountsOf(connector, guide.name)],
        answer(`${base}/accounts/{id}`, { ...account, connector, config }),
        goLive(null, { providers: all, accounts }),
      ],
      { language },
    );
    const said = [...guide.ask, ...guide.notes, guide.callback, ...guide.found.map(({ where }) => where)];
    for (const text of said) await screen.findByText(text.replaceAll(/\s/gu, ' '));
  });
});

describe('the steps', () => {
  const statesNow = () =>
    [...document.querySelectorAll<HTMLElement>('.go-live-steps > li')].map(({ dataset }) => dataset.state);
  test.each<[string, readonly Way[] | null, readonly string[]]>([
    ['nothing', null, ['now', 'now', 'later', 'later', 'later', 'later']],
    ['an account', [fresh], ['done', 'done', 'now', 'done', 'now', 'later']],
    ['a payment', [paid], ['done', 'done', 'done', 'done', 'done', 'now']],
    ['a refund', [proven], ['done', 'done', 'done', 'done', 'done', 'done', 'done']],
    [
      'a payment through an account without refunds',
      [{ ...paid, can_refund: false, proven_at: at }],
      ['done', 'done', 'done', 'done', 'done', 'done', 'done'],
    ],
  ])('follow from %s', async (_, ways, states) => {
    await open('go-live/mtn-momo', owner, goLive(ways), detailOf({}, { status: 'success' }));
    await waitFor(() => expect(statesNow()).toEqual(states));
  });

  test('show the callback address to copy', async () => {
    await open('go-live/mtn-momo', owner, goLive([fresh]));
    const callback = await step('Register the callback address');
    await callback.findByText(callback_url);
    callback.getByRole('button', { name: 'Copy: Callback address' });
  });

  test('ask for the credentials with the form of every account', async () => {
    await open('go-live/mtn-momo', owner, goLive(null));
    fireEvent.click((await step('Enter the credentials')).getByRole('button'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an account' }));
    expect(dialog.getByLabelText<HTMLSelectElement>('Provider').value).toBe('mtn-momo');
  });

  test.each([
    ['good', null, 'The provider accepted the credentials.'],
    ['bad', 'the API key is wrong', 'Compare the settings with the provider’s portal'],
    ['unknown', 'no response within 15 s', 'The provider could not be reached:'],
  ] as const)('say what the provider says about the credentials: %s', async (check, problem, words) => {
    const checked = done(`${base}/accounts/{id}/check`, { check, problem });
    await open('go-live/mtn-momo', owner, goLive([fresh]), checked);
    fireEvent.click(await (await step('Check the credentials')).findByText('Check again'));
    await screen.findByText((text) => text.includes(words));
    if (problem !== null) screen.getByText(problem);
    const state = screen.getByRole('heading', { name: 'Check the credentials' }).closest('li')?.dataset.state;
    expect(state).toBe(check === 'bad' ? 'now' : 'done');
  });

  test('are only looked at by those who may not change them', async () => {
    await open('go-live/mtn-momo', reading, goLive([paid]), detailOf({}, { status: 'success' }));
    const pay = await step('Pay with your own phone');
    pay.getByText('Your role cannot start payments.');
    await (await step('Enter the credentials')).findByText('An owner or an admin does this step.');
    await (await step('Check the credentials')).findByText('An owner or an admin does this step.');
    expect(screen.queryByRole('button', { name: 'Refund it' })).toBeNull();
  });

  test('of a provider without a guide work too', async () => {
    const all = [{ connector: 'new-pay', name: 'New Pay', operators: [mtn] }];
    await open('go-live/new-pay', owner, goLive(null, { providers: all }));
    await screen.findByText(/This version has no guide to this provider/);
  });
});

describe('the payment', () => {
  const started = done(`${base}/trials`, {
    ...{ payment_id, checkout_url: 'https://pay.example/pay/token-of-the-session' },
    ...{ session_token: 'token-of-the-session', expires_at: at },
  });

  test('is of the smallest amount, with its page to open here or on a phone', async () => {
    const { sent, address } = await open('go-live/mtn-momo', owner, goLive([fresh]), started, detailOf());
    fireEvent.click(await screen.findByRole('button', { name: /^Start the payment of 100/ }));
    const link = await screen.findByRole('link', { name: 'Open it here' });
    expect(link.getAttribute('href')).toBe('/pay/token-of-the-session');
    const code = screen.getByRole('link', { name: 'Show a QR code for your phone' });
    expect(code.getAttribute('href')).toBe('/pay/token-of-the-session?step=phone');
    expect(sent).toEqual([{ amount: 100, currency: 'XOF', description: 'Proof of MTN MoMo' }]);
    expect(address()).toContain(`?way=mtn_ci.XOF&payment=${payment_id}`);
  });

  test('is refused in words', async () => {
    const problem = { status: 403, code: 'forbidden', message: 'Your role does not allow this.' };
    await open('go-live/mtn-momo', owner, goLive([fresh]), refusal('POST', `${base}/trials`, problem));
    fireEvent.click(await screen.findByRole('button', { name: /^Start the payment of 100/ }));
    await screen.findByRole('alert');
  });

  test.each<[string, Partial<Way>, string]>([
    ['the operator is not offered', { is_offered: false, comes_first: false }, 'switch it on first'],
    ['another account comes first', { comes_first: false }, 'Another account is used for this operator'],
  ])('comes with a warning if %s', async (_, change, words) => {
    await open('go-live/mtn-momo', owner, goLive([{ ...fresh, ...change }]));
    await screen.findByText((text) => text.includes(words));
    const link = screen.getByRole('link', { name: 'Operators and their order' });
    expect(link.getAttribute('href')).toContain('/live/settings/routing?text=mtn_ci');
    const button = screen.getByRole('button', { name: /^Start the payment of 100/ });
    expect(button.hasAttribute('disabled')).toBe(change.is_offered === false);
  });

  test('can be made with any operator of the account, the next unproven one by default', async () => {
    const moov = { ...fresh, operator: { code: 'moov_ci', name: 'Moov Money', country: 'CI' } };
    await open('go-live/mtn-momo', owner, goLive([proven, moov]), detailOf({}, { status: 'success' }));
    const choice = await screen.findByLabelText<HTMLSelectElement>('Operator');
    expect(choice.value).toBe('moov_ci.XOF');
    fireEvent.change(choice, { target: { value: 'mtn_ci.XOF' } });
    await screen.findByText('MTN MoMo is proven: your customers can pay.');
  });

  test('is refunded only if it was started here: a customer’s payment never is', async () => {
    const metadata = { order: 'A-1001' };
    const theirs = detailOf({}, { status: 'success', metadata });
    await open('go-live/mtn-momo', owner, goLive([paid]), theirs);
    await screen.findByText(/Only a payment that was started here is refunded here/);
    expect(screen.queryByRole('button', { name: 'Refund it' })).toBeNull();
  });
});
