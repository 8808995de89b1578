// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { placeOf, signedIn } from '../testing/answers.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { answer, done, refusal } from '../testing/recorded.ts';

const base = '/dashboard/api/{merchant_id}/{mode}';
const me = signedIn(['team:read', 'team:write']);
const team = answer(`${base}/team`, { members: [], invitations: [] });
const unproven = refusal('POST', `${base}/team/invitations`, {
  ...{ status: 403, code: 'proof_required', message: 'Confirm that it is you.' },
});

/** Starts to invite somebody, which requires step-up authentication. @returns the dialog that asks for it */
async function invite() {
  fireEvent.click((await screen.findAllByRole('button', { name: 'Invite somebody' }))[0] as HTMLElement);
  const form = within(await screen.findByRole('dialog', { name: 'Invite somebody' }));
  fireEvent.change(form.getByLabelText('E-mail'), { target: { value: 'kofi@shop.example' } });
  const send = () => fireEvent.click(form.getByRole('button', { name: 'Invite somebody' }));
  send();
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm it is you' }));
  return { form, send, proof };
}

test('if the person cannot be read after the proof, the action fails and can be tried again', async () => {
  const { asked, answerBy } = await openScreen(placeOf('team'), [
    ...[me, team, unproven, done('/dashboard/api/me/proof', { email: 'awa@shop.example' })],
  ]);
  const { form, send, proof } = await invite();
  answerBy(
    refusal('GET', '/dashboard/api/me', { status: 503, code: 'unavailable', message: 'Try again shortly.' }),
  );
  fireEvent.change(proof.getByLabelText('Your password'), { target: { value: 'correct horse' } });
  fireEvent.click(proof.getByRole('button', { name: 'Continue' }));
  await form.findByRole('alert');
  answerBy(me);
  send();
  await screen.findByRole('dialog', { name: 'Confirm it is you' });
  expect(asked.filter((one) => one.endsWith('/team/invitations'))).toHaveLength(2);
});

test('a page that is left while the proof is asked for does not block the next action', async () => {
  const { asked } = await openScreen(placeOf('team'), [me, team, unproven]);
  await invite();
  await act(async () => window.history.pushState(null, '', '/dashboard/sign-in'));
  await screen.findByRole('button', { name: 'Sign in' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => window.history.back());
  await invite();
  expect(asked.filter((one) => one.endsWith('/team/invitations'))).toHaveLength(2);
});
