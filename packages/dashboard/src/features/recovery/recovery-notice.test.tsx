// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { merchant_id, placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, done, refusal } from '../../testing/recorded.ts';
import type { Recovery } from './use-recovery.ts';

const path = '/dashboard/api/{merchant_id}/{mode}/recovery';
const audit = answer('/dashboard/api/{merchant_id}/{mode}/audit', {
  items: [],
  next_cursor: null,
  searched_until: null,
});
const at = '2026-03-01T10:00:00+00:00';
const usual: Recovery = {
  reason: 'older',
  lost_since: at,
  began_at: at,
  looked_at: at,
  may_open: false,
  counts: {
    ...{ to_inquire: 0, found_paid: 2, found_failed: 1, open: 3, to_send: 4 },
    ...{ needs_review: 0, unknown_callbacks: 5 },
  },
  found: [
    { kind: 'payout', id: 'po_1', outcome: 'success', amount: 1250000, currency: 'XOF', found_at: at },
    { kind: 'refund', id: 'pay_1', outcome: 'failed', amount: 500, currency: 'XOF', found_at: at },
  ],
};
const recovering = (more: Partial<Recovery> = {}) => answer(path, { recovery: { ...usual, ...more } });
const someone = (is_recovering = true) =>
  signedIn(['payments:read', 'audit:read'], { recovering: is_recovering });

test('while the service is not recovering, no notice is shown and no findings are requested', async () => {
  const { asked } = await openScreen(placeOf('audit'), [someone(false), audit]);
  await screen.findByText('No changes yet');
  expect(screen.queryByText('Payments are paused')).toBeNull();
  expect(asked.join(' ')).not.toContain('/recovery');
});

test.each([
  ['en', 'Payments are paused', 'customers cannot pay', 'Awaiting a status inquiry', 'Payout'],
  ['fr', 'Les paiements sont en pause', 'les clients ne peuvent pas', 'À demander encore', 'Versement'],
] as const)('the notice says in %s what is closed, what was found and what to do', async (...words) => {
  const [language, title, closed, count, payout] = words;
  await openScreen(placeOf('audit'), [someone(), audit, recovering()], { language });
  const notice = await screen.findByRole('region', { name: title });
  expect(notice.textContent).toContain(closed);
  expect(notice.textContent).toContain('guichet recover open');
  expect(notice.textContent).toContain('Idempotency-Key');
  expect(within(notice).getByText(new RegExp(count))).toBeTruthy();
  const link = within(notice).getByRole('link', { name: payout, hidden: true });
  expect(link.getAttribute('href')).toBe(`/dashboard/${merchant_id}/test/payouts/po_1`);
  expect(within(notice).queryByRole('button')).toBeNull();
});

test('an owner resumes payments, and the notice disappears', async () => {
  const { asked, answerBy } = await openScreen(placeOf('audit'), [
    someone(),
    audit,
    recovering({ may_open: true }),
    done(`${path}/open`, { recovery: null }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Resume payments' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  answerBy(someone(false));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Resume payments' }));
  await waitFor(() => expect(screen.queryByText('Payments are paused')).toBeNull());
  expect(asked).toContain(`POST /dashboard/api/${merchant_id}/test/recovery/open`);
});

test('the number of payments without an inquiry is shown, and so is the server’s refusal', async () => {
  const counts = { ...usual.counts, to_inquire: 7 };
  await openScreen(placeOf('audit'), [
    someone(),
    audit,
    recovering({ may_open: true, looked_at: null, counts }),
    refusal('POST', `${path}/open`, {
      status: 409,
      code: 'conflict',
      message: '7 open payments have not been inquired about yet.',
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Resume payments' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('checkbox', { name: /7 still open/ })).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Resume payments' }));
  await within(dialog).findByRole('alert');
  expect(screen.getByText('Payments are paused')).toBeTruthy();
});
