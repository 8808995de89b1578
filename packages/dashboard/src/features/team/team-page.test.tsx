// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, done } from '../../testing/recorded.ts';

const base = '/dashboard/api/{merchant_id}/{mode}/team';

test('the link of an invitation, which is shown once, stays open until it is dismissed', async () => {
  const at = '2026-03-01T10:00:00+00:00';
  await openScreen(placeOf('team'), [
    signedIn(['team:read', 'team:write']),
    answer(base, { members: [], invitations: [] }),
    done(`${base}/invitations`, {
      invitation: {
        ...{ id: 'inv_1', email: 'kofi@shop.example', role: 'viewer', invited_by: 'Awa Koné' },
        ...{ created_at: at, expires_at: at },
      },
      link: 'https://pay.example/dashboard/invitation#once',
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Invite somebody' }));
  const form = within(await screen.findByRole('dialog', { name: 'Invite somebody' }));
  fireEvent.change(form.getByLabelText('E-mail'), { target: { value: 'kofi@shop.example' } });
  fireEvent.click(form.getByRole('button', { name: 'Invite somebody' }));
  const link = await screen.findByText(/#once$/);
  fireEvent.keyDown(link, { key: 'Escape' });
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(screen.queryByText(/#once$/)).toBe(link);
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(/#once$/)).toBeNull());
});
