// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, done, refusal } from '../../testing/recorded.ts';
import type { Endpoint } from './webhooks.ts';

const one = '/dashboard/api/{merchant_id}/{mode}/webhooks/{id}';
const at = '2026-03-01T10:00:00+00:00';
const endpoint: Endpoint = {
  ...{ id: 'whe_1', object: 'webhook_endpoint', url: 'https://shop.example/hook', description: null },
  ...{ events: null, livemode: false, enabled: true, disabled_reason: null, disabled_at: null },
  ...{ created_at: at, secrets: [] },
  health: {
    ...{ failures: 0, failing_since: null, paused_until: null, last_delivered_at: null },
    ...{ waiting: 0, failed: 0 },
  },
};

test('a failed deletion is explained on the page of the endpoint; a successful one leads back to the list', async () => {
  const { address, answerBy, asked } = await openScreen(placeOf('developers/webhooks/whe_1'), [
    signedIn(['developers:read', 'developers:write']),
    answer(one, endpoint),
    answer('/dashboard/api/{merchant_id}/{mode}/webhooks', { items: [] }),
    refusal('DELETE', one, { status: 503, code: 'unavailable', message: 'Try again shortly.' }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await dialog.findByText('The service cannot respond at the moment. Try again shortly.');
  expect(address()).toBe(placeOf('developers/webhooks/whe_1'));
  answerBy(
    done(one, { id: 'whe_1', deleted_at: at }, 'delete'),
    refusal('GET', one, { status: 404, code: 'not_found', message: 'Not found.' }),
  );
  const reads = asked.filter((request) => /^GET .*whe_1$/.test(request)).length;
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(address()).toBe(placeOf('developers/webhooks')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter((request) => /^GET .*whe_1$/.test(request))).toHaveLength(reads);
});
