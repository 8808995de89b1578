// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { PaymentSummary } from '../features/payments/payment-table.tsx';
import { placeOf, signedIn } from '../testing/answers.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { answer } from '../testing/recorded.ts';

const base = '/dashboard/api/{merchant_id}/{mode}';
const options = answer(`${base}/payout-options`, {
  currencies: [
    {
      ...{ currency: 'XOF', available: 100_000, payouts_in_flight: 0, held: 0, low_balance: null },
      ...{ approval_above: null, approval_day_above: null, approval_recipient_above: null },
      operators: [{ code: 'mtn_ci', name: 'MTN MoMo', country: 'CI' }],
    },
  ],
});
const amount = () => screen.findByLabelText<HTMLInputElement>(/^Amount/);
const turnTo = (mode: 'Test' | 'Live') =>
  fireEvent.click(screen.getByRole('link', { name: mode }), { button: 0 });

/** Opens the payout form in test mode, then in live mode: the options of both are loaded. */
async function openInLive() {
  const opened = await openScreen(placeOf('payouts/new'), [
    signedIn(['payouts:read', 'payouts:create']),
    options,
  ]);
  await amount();
  turnTo('Live');
  await waitFor(() => expect(opened.address()).toContain('/live/payouts/new'));
  await amount();
  return opened;
}

describe('in the other mode', () => {
  test('a form is empty, and the switch is still the same element', async () => {
    const { address } = await openInLive();
    fireEvent.change(await amount(), { target: { value: '25000' } });
    const test = screen.getByRole('link', { name: 'Test' });
    turnTo('Test');
    await waitFor(() => expect(address()).toContain('/test/payouts/new'));
    await waitFor(async () => expect((await amount()).value).toBe(''));
    expect(screen.getByRole('link', { name: 'Test' })).toBe(test);
  });

  test('no dialog of the first mode is open', async () => {
    const { address } = await openInLive();
    fireEvent.change(await amount(), { target: { value: '25000' } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('dialog');
    await act(async () => window.history.back());
    await waitFor(() => expect(address()).toContain('/test/'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('no row of the first mode is shown while the list loads', async () => {
    const row: PaymentSummary = {
      ...{ id: 'pay_01JD0Z5T8Q0000000000000000', reference: 'K7QM-2XFA', status: 'success' },
      ...{ amount: 5000, currency: 'XOF', refunded_amount: 0, description: null, needs_review: false },
      operator: { code: 'mtn_ci', name: 'MTN MoMo', country: 'CI' },
      customer: { id: null, name: 'Awa Koné', phone: '+2250504030200', email: null },
      ...{ late: false, created_at: '2026-03-01T10:00:00+00:00', paid_at: '2026-03-01T10:00:09+00:00' },
    };
    const list = (items: PaymentSummary[]) =>
      answer(`${base}/payments`, { items, next_cursor: null, searched_until: null });
    const { promise, resolve } = Promise.withResolvers<void>();
    const { address } = await openScreen(placeOf('payments'), [
      signedIn(['payments:read']),
      answer(`${base}/payment-choices`, { operators: [], countries: [], currencies: [] }),
      { ...list([row]), mode: 'test' },
      { ...list([{ ...row, reference: 'LIVE-2XFA' }]), mode: 'live', after: promise },
    ]);
    await screen.findByText('K7QM-2XFA');
    turnTo('Live');
    await waitFor(() => expect(address()).toContain('/live/payments'));
    await screen.findByRole('status', { name: 'Loading' });
    expect(screen.queryByText('K7QM-2XFA')).toBeNull();
    resolve();
    await screen.findByText('LIVE-2XFA');
  });
});

test('a sign-out that fails says that the person is still signed in', async () => {
  const { connect } = await openInLive();
  fireEvent.click(screen.getByRole('button', { name: /Your account/ }));
  const item = await screen.findByRole('menuitem', { name: 'Sign out' });
  connect(false);
  fireEvent.click(item);
  await screen.findByText('You are still signed in');
  await screen.findByText(/^The server could not be reached/);
});
