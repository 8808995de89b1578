// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, refusal } from '../../testing/recorded.ts';

test('members without permission have no link to the audit log, and its page shows the reason', async () => {
  await openScreen(placeOf('audit'), [
    signedIn(),
    refusal('GET', '/dashboard/api/{merchant_id}/{mode}/audit', {
      ...{ status: 403, code: 'forbidden', message: 'Your role does not allow this.' },
    }),
  ]);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('role does not allow');
  expect(screen.getByRole('link', { name: 'Payments' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
});

test('a search of the audit log that paused says how far it came, and can be continued', async () => {
  const page = { items: [], next_cursor: '17', searched_until: '2026-02-01T00:00:00+00:00' };
  await openScreen(placeOf('audit?action=deleted'), [
    signedIn(),
    answer('/dashboard/api/{merchant_id}/{mode}/audit', page),
  ]);
  await screen.findByText(/^Searched back to/);
  expect(screen.queryByText(/^Nothing matches/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeTruthy();
});
