// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { refusal } from '../../testing/recorded.ts';

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
