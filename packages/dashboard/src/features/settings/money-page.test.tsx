// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, done } from '../../testing/recorded.ts';

const path = '/dashboard/api/{merchant_id}/{mode}/settings/money-choices';
const cautious = {
  on_underpaid: 'ask',
  on_overpaid: 'ask',
  on_paid_late: 'ask',
  on_paid_twice: 'ask',
} as const;
const field = (label: RegExp) => screen.findByLabelText<HTMLSelectElement>(label);

test('saving sends only what this person changed, and shows what others have saved meanwhile', async () => {
  const { sent, answerBy, report } = await openScreen(placeOf('settings/money'), [
    signedIn(['settings:read', 'settings:write']),
    answer(path, cautious),
  ]);
  fireEvent.change(await field(/less/i), { target: { value: 'accept' } });
  answerBy(answer(path, { ...cautious, on_paid_late: 'refund_all' }));
  await report('settings');
  await waitFor(async () => expect((await field(/late|after/i)).value).toBe('refund_all'));
  expect((await field(/less/i)).value).toBe('accept');
  const saved = { ...cautious, on_underpaid: 'accept', on_paid_late: 'refund_all' } as const;
  answerBy(done(path, saved, 'patch'), answer(path, saved));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(sent).toEqual([{ on_underpaid: 'accept' }]);
  // What has been saved is no longer a change of this person.
  answerBy(answer(path, cautious));
  await report('settings');
  await waitFor(async () => expect((await field(/less/i)).value).toBe('ask'));
});
