// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer } from '../../testing/recorded.ts';

const options = answer('/dashboard/api/{merchant_id}/{mode}/payout-options', {
  currencies: [
    {
      ...{ currency: 'XOF', available: 100_000, payouts_in_flight: 0, held: 0 },
      ...{ approval_above: 10_000, approval_day_above: null, approval_recipient_above: null },
      low_balance: null,
      operators: [{ code: 'mtn_ci', name: 'MTN MoMo', country: 'CI' }],
    },
  ],
});
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test.each([
  ['of exactly the limit is sent', '10 000', 'Send', false],
  ['above the limit waits for approval', '10 001', 'Ask for approval', true],
])('a payout %s', async (_, amount, action, needs_approval) => {
  const { asked } = await openScreen(placeOf('payouts/new'), [
    signedIn(['payouts:read', 'payouts:create']),
    options,
  ]);
  await screen.findByText(/MTN MoMo/);
  type(/^Recipient’s mobile money number/, '+2250504030200');
  type(/^Recipient’s operator/, 'mtn_ci');
  type(/^Amount/, amount);
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send the money?' });
  expect(within(dialog).getByRole('button', { name: action })).toBeTruthy();
  expect(within(dialog).queryByText(/a second person has to approve/) !== null).toBe(needs_approval);
  // Nothing is sent before the person confirms.
  expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
});
