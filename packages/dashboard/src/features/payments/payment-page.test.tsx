// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Merchant } from '../../app/me.ts';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, refusal } from '../../testing/recorded.ts';
import type { PaymentDetail, Try } from './payment.ts';

const path = '/dashboard/api/{merchant_id}/{mode}/payments/{id}';
const at = '2026-03-01T10:00:00+00:00';
const operator = { code: 'mtn_ci', name: 'MTN MoMo', country: 'CI' };

const paid: Try = {
  ...{ id: 'att_01JD0Z5T8Q0000000000000000', number: 1, status: 'success', operator },
  ...{ connector: 'sandbox', account_id: null, phone: '+2250504030200', charged_amount: 5100, fee: 100 },
  ...{ reference: 'ref', provider_reference: null, receipt: null, failure: null, duplicate: false },
  ...{ needs_review: false, verdicts: [], unknown_cause: null, mismatch: null, received: null },
  ...{ kept_amount: null, stake: { amount: 5100, currency: 'XOF' }, decision: null },
  ...{ refundable_amount: 5100, created_at: at, settled_at: at },
  ...{ changes: [], calls: [] },
};
/** Less money arrived than requested. */
const held: Try = {
  ...paid,
  ...{ status: 'held', needs_review: true, verdicts: ['accept', 'refund_all'], refundable_amount: null },
  ...{ received: { amount: 5099, currency: 'XOF' }, kept_amount: 0 },
  stake: { amount: 5099, currency: 'XOF' },
};

function detail(attempt: Try): PaymentDetail {
  return {
    payment: {
      ...{ id: 'pay_01JD0Z5T8Q0000000000000000', object: 'payment', status: 'success', amount: 5000 },
      ...{ currency: 'XOF', fee: 100, charged_amount: 5100, refunded_amount: 0, received_amount: 5100 },
      ...{ received_currency: 'XOF', operator: 'mtn_ci', description: 'Two chairs', metadata: null },
      payment_link: null,
      customer: { id: null, email: null, first_name: null, last_name: null, phone: null, country: null },
      ...{ failure: null, reversal: null, retryable: false, late: false, reference: 'K7QM-2XFA' },
      checkout: { session_token: 'tok', expires_at: at },
      ...{ return_url: 'https://shop.example/', cancel_url: null, livemode: false, created_at: at },
      paid_at: at,
    },
    ...{ collection: null, shift: null },
    ...{ operator, needs_review: attempt.needs_review, changes: [], attempts: [attempt], refunds: [] },
    ...{ resolutions: [], ledger_entries: [], deliveries: [] },
  };
}

const open = (attempt: Try, scopes?: Merchant['scopes']) =>
  openScreen(placeOf('payments/pay_01JD0Z5T8Q0000000000000000'), [
    signedIn(scopes),
    answer(path, detail(attempt)),
  ]);

describe('a refund', () => {
  const refunds: Merchant['scopes'] = ['payments:read', 'payments:refund'];

  test.each(['5101', '0', '-5', 'all', '10.5'])(
    'of %s is refused with an error at the amount field',
    async (typed) => {
      const { asked } = await open(paid, refunds);
      fireEvent.click(await screen.findByRole('button', { name: 'Refund' }));
      const dialog = within(await screen.findByRole('dialog'));
      const amount = dialog.getByLabelText(/^Amount to refund/) as HTMLInputElement;
      expect(amount.value).toBe('5100');
      fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'A leg was missing' } });
      const go_on = dialog.getByRole('button', { name: 'Continue' }) as HTMLButtonElement;
      expect(go_on.disabled).toBe(false);
      fireEvent.change(amount, { target: { value: typed } });
      await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'));
      expect(go_on.disabled).toBe(true);
      // Submits the form as the Enter key does.
      if (amount.form) fireEvent.submit(amount.form);
      expect(dialog.queryByRole('button', { name: /^Refund .*\d/ })).toBeNull();
      expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
    },
  );

  test('needs a reason', async () => {
    await open(paid, refunds);
    fireEvent.click(await screen.findByRole('button', { name: 'Refund' }));
    const go_on = await screen.findByRole('button', { name: 'Continue' });
    expect((go_on as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('a member with read access only', () => {
  test('is offered no refund, and no link to API requests', async () => {
    await open(paid);
    await screen.findByText('Two chairs');
    expect(screen.queryByRole('button', { name: /Refund/ })).toBeNull();
    expect(screen.queryByText('API requests for this payment')).toBeNull();
  });

  test('sees an unexpected amount, and cannot resolve it', async () => {
    await open(held);
    const about = await screen.findByText(/arrived instead of/);
    expect(about.textContent?.replaceAll(/\s/g, ' ')).toContain('5 099 F CFA arrived instead of 5 100 F CFA');
    expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull();
  });
});

describe('a decision', () => {
  const duplicate: Try = { ...paid, duplicate: true, needs_review: true, verdicts: ['settled'] };

  test.each([
    ['held money', held],
    ['a duplicate', duplicate],
  ])('about %s names the amount that was shown when its dialog was opened', async (_, attempt) => {
    const { sent, answerBy, report } = await open(attempt, ['payments:read', 'payments:resolve']);
    fireEvent.click(await screen.findByRole('button', { name: 'Resolve' }));
    const dialog = within(await screen.findByRole('dialog'));
    const corrected = { amount: 700, currency: 'XOF' };
    const problem = { status: 409, code: 'conflict', message: 'The amount has changed since it was shown.' };
    answerBy(
      answer(path, detail({ ...attempt, received: corrected, stake: corrected })),
      refusal('POST', `${path}/resolutions`, problem),
    );
    await report('payments');
    await screen.findAllByText(/700.F.CFA/);
    fireEvent.change(dialog.getByLabelText(/^Note/), { target: { value: 'The customer rang' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Resolve permanently' }));
    await waitFor(() => expect(sent).toMatchObject([{ object_id: attempt.id, stake: attempt.stake }]));
    await dialog.findByRole('alert');
  });
});

test('a refund that its account can no longer make says why it waits', async () => {
  const { id: attempt_id } = paid;
  const refund: PaymentDetail['refunds'][number] = {
    ...{ id: 'ref_01JD0Z5T8Q0000000000000000', object: 'refund', status: 'pending', amount: 5100 },
    ...{ payment_id: 'pay_01JD0Z5T8Q0000000000000000', attempt_id, currency: 'XOF' },
    ...{ reason: null, failure: null, reversal: null, livemode: false, created_at: at, refunded_at: null },
    ...{ duplicate: false, source: 'balance', reference: 'ref-1' },
    ...{ method: 'refund', needs_review: true, unknown_cause: 'cannot_send', mismatch: null },
    ...{ verdicts: ['paid', 'not_paid'], made_by: null, changes: [], calls: [] },
  };
  await openScreen(placeOf('payments/pay_01JD0Z5T8Q0000000000000000'), [
    signedIn(),
    answer(path, { ...detail(paid), refunds: [refund] }),
  ]);
  expect(await screen.findByText(/This refund has not been sent/)).toBeDefined();
});

test('a payment that does not exist shows an error, and a link back', async () => {
  const problem = { status: 404, code: 'payment_not_found', message: 'There is no such payment.' };
  await openScreen(placeOf('payments/pay_01ARZ3NDEKTSV4RRFFQ69G5FAV'), [
    signedIn(),
    refusal('GET', path, problem),
  ]);
  expect((await screen.findByRole('alert')).textContent).toMatch(/payment/i);
  expect(screen.getByText('All payments').getAttribute('href')).toBe(placeOf('payments'));
});
