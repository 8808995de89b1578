// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer } from '../../testing/recorded.ts';

const optionsWith = (available: number) =>
  answer('/dashboard/api/{merchant_id}/{mode}/payout-options', {
    currencies: [
      {
        ...{ currency: 'XOF', available, payouts_in_flight: 0, held: 0 },
        ...{ approval_above: 10_000, approval_day_above: 50_000, approval_recipient_above: null },
        low_balance: null,
        operators: [{ code: 'mtn_ci', name: 'MTN MoMo', country: 'CI' }],
      },
    ],
  });
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Opens the form, fills it in, and continues to the confirmation. */
async function openConfirmation(amount: string) {
  const opened = await openScreen(placeOf('payouts/new'), [
    signedIn(['payouts:read', 'payouts:create']),
    optionsWith(100_000),
  ]);
  await screen.findByText(/MTN MoMo/);
  type(/^Recipient’s mobile money number/, '+2250504030200');
  type(/^Recipient’s operator/, 'mtn_ci');
  type(/^Amount/, amount);
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send the money?' });
  return { ...opened, dialog, posts: () => opened.asked.filter((one) => one.startsWith('POST')) };
}

test.each([
  ['of exactly the limit is sent', '10 000', 'Send', false],
  ['above the limit waits for approval', '10 001', 'Ask for approval', true],
])('a payout %s', async (_, amount, action, needs_approval) => {
  const { dialog, posts } = await openConfirmation(amount);
  expect(within(dialog).getByRole('button', { name: action })).toBeTruthy();
  expect(within(dialog).queryByText(/a second person has to approve/) !== null).toBe(needs_approval);
  const sums = 'are above 50 000 F CFA in total or 10 000 F CFA for this recipient: then it waits';
  expect(dialog.textContent?.replaceAll(/\s/g, ' ').includes(sums)).toBe(!needs_approval);
  // Nothing is sent before the person confirms.
  expect(posts()).toEqual([]);
});

test('a payout confirmed without a connection fails at once, and is not sent later', async () => {
  const { dialog, posts, connect } = await openConfirmation('10 000');
  connect(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(
    /may have been made.* safe to send it again here/,
  );
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  connect(true);
  // Whatever waited for the connection is sent before this.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(posts()).toEqual([]);
});

test('a form keeps what was typed when somebody else pays out the whole balance', async () => {
  const { dialog, answerBy, report } = await openConfirmation('10 000');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  answerBy(optionsWith(0));
  await report('balances');
  await screen.findByRole('option', { name: /^XOF: 0\sF\sCFA available$/ });
  expect(screen.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('10 000');
});

test('a balance that was empty shows the form once money arrives', async () => {
  const { answerBy, report } = await openScreen(placeOf('payouts/new'), [
    signedIn(['payouts:read', 'payouts:create']),
    optionsWith(0),
  ]);
  await screen.findByText('No balance to pay out');
  answerBy(optionsWith(500));
  await report('balances');
  await screen.findByLabelText(/^Amount/);
});
