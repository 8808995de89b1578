// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Merchant } from '../../app/me.ts';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen, type Screen } from '../../testing/open-screen.tsx';
import { answer, refusal } from '../../testing/recorded.ts';
import { file_bytes_max, type PayoutBatch, type PayoutBatchDetail } from './bulk-verbs.ts';

const path = '/dashboard/api/{merchant_id}/{mode}/payout-batches';

const november: PayoutBatch = {
  id: 'pob_01JD0Z5T8Q0000000000000000',
  status: 'checked',
  file_name: 'november.csv',
  lines: 2,
  errors: 0,
  warnings: 0,
  made_by: 'Awa Koné',
  created_at: '2026-03-01T10:00:00+00:00',
  ended_by: null,
  ended_at: null,
  totals: [{ currency: 'XOF', payouts: 2, amount: 2001 }],
  states: [],
};
const list = (items: PayoutBatch[]) => answer(path, { items, next_cursor: null });
const creates: Merchant['scopes'] = ['payouts:read', 'payouts:create'];

const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]');
/** Chooses a file of this size. */
const choose = (bytes: number) =>
  fireEvent.change(chooser() ?? document.body, {
    target: { files: [new File(['a'.repeat(bytes)], 'chosen.csv', { type: 'text/csv' })] },
  });
const uploads = ({ asked }: Screen) => asked.filter((one) => one.startsWith('POST'));

describe.each([
  [
    'en',
    'This file is larger than 5 MB. Split it into several files.',
    'This file is empty.',
    'Drop a CSV file here, or choose one',
  ],
  [
    'fr',
    'Ce fichier dépasse 5 Mo. Partagez-le en plusieurs fichiers.',
    'Ce fichier est vide.',
    'Déposez un fichier CSV ici, ou choisissez-le',
  ],
] as const)('an upload on the page in %s', (language, too_large, is_empty, drop) => {
  const open = (...more: Parameters<typeof openScreen>[1]) =>
    openScreen(placeOf('payouts/bulk'), [signedIn(creates), list([]), ...more], { language });

  test.each([
    ['is too large', file_bytes_max + 1, too_large],
    ['is empty', 0, is_empty],
  ])('of a file that %s is refused before it is sent', async (_, bytes, words) => {
    const opened = await open();
    await screen.findByText(drop);
    choose(bytes);
    await screen.findByText(words);
    expect(uploads(opened)).toEqual([]);
  });

  test('of a file that the server finds too large is refused with the same text, and can be replaced', async () => {
    const problem = { status: 413, code: 'body_too_large', message: 'The body is too large.' };
    const opened = await open(refusal('POST', path, problem));
    await screen.findByText(drop);
    choose(10);
    await screen.findByText(too_large);
    expect(uploads(opened)).toHaveLength(1);
    choose(0);
    await screen.findByText(is_empty);
    expect(screen.queryByText(too_large)).toBeNull();
    choose(20);
    await waitFor(() => expect(uploads(opened)).toHaveLength(2));
    await screen.findByText(too_large);
  });
});

test('a member who may not upload sees earlier files, and no upload field', async () => {
  await openScreen(placeOf('payouts/bulk'), [signedIn(['payouts:read']), list([november])]);
  const row = (await screen.findByText('november.csv')).closest('tr');
  for (const text of ['Awa Koné', 'Awaiting confirmation']) expect(row?.textContent).toContain(text);
  expect(row?.textContent?.replaceAll(/\s/g, ' ')).toContain('2 001 F CFA');
  expect(chooser()).toBeNull();
});

const detailOf = (batch: PayoutBatch, same_as: string) =>
  answer(`${path}/{id}`, {
    ...{ batch, findings: [], effects: [], needs_approval: false, operators: [], first_lines: [], bar: null },
    same_as: { id: same_as, status: 'confirmed', made_by: 'Koffi', created_at: november.created_at },
    may: { confirm: batch.status === 'checked', discard: false, approve: false, refuse: false },
  });

test('a file is repeated only for the confirmed file that was shown: if another one is paid since, the tick is cleared', async () => {
  const { answerBy } = await openScreen(placeOf(`payouts/bulk/${november.id}`), [
    signedIn(creates),
    detailOf(november, 'pob_01JD0Z5T8Q0000000000000001'),
    refusal('POST', `${path}/{id}/confirmation`, { status: 409, code: 'conflict', message: 'Paid since.' }),
  ]);
  const tick = await screen.findByLabelText<HTMLInputElement>(/I want to pay it again/);
  const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm and send' });
  expect(confirm().disabled).toBe(true);
  fireEvent.click(tick);
  expect([tick.checked, confirm().disabled]).toEqual([true, false]);
  fireEvent.click(confirm());
  const dialog = await screen.findByRole('dialog');
  answerBy(detailOf(november, 'pob_01JD0Z5T8Q0000000000000002'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Confirm and send' }));
  await screen.findByText(/paid the same content, in the meantime/);
  await waitFor(() => expect(tick.checked).toBe(false));
});

test('the person who approves a file sees that the same content was confirmed before', async () => {
  const waiting: PayoutBatch = {
    ...november,
    ...{ status: 'confirmed', ended_by: 'Awa Koné', ended_at: november.created_at },
    states: [{ state: 'waiting', payouts: 2 }],
  };
  await openScreen(placeOf(`payouts/bulk/${november.id}`), [
    signedIn(creates),
    detailOf(waiting, 'pob_01JD0Z5T8Q0000000000000001'),
  ]);
  await screen.findByText(/Koffi uploaded a file with the same content/);
});

describe('a file that a second person has to approve says why', () => {
  const detail: PayoutBatchDetail = {
    ...{ batch: november, findings: [], needs_approval: true, operators: [], first_lines: [] },
    effects: [{ currency: 'XOF', available: 90_000, left: 87_999, approval_above: 2001 }],
    ...{ same_as: null, bar: null },
    may: { confirm: true, discard: true, approve: false, refuse: false },
  };
  const above = [{ currency: 'XOF', available: 90_000, left: 87_999, approval_above: 2000 }];

  test.each([
    ['en', 'by its total', above, 'The total is above 2 000 F CFA: '],
    ['fr', 'by its total', above, 'Le total dépasse 2 000 F CFA : '],
    ['en', 'by the sums of 24 hours', detail.effects, 'Together with the payouts of the last 24 hours'],
    ['fr', 'by the sums of 24 hours', detail.effects, 'Avec les versements des dernières 24 heures'],
  ] as const)('in %s, %s', async (language, _, effects, words) => {
    await openScreen(
      placeOf(`payouts/bulk/${november.id}`),
      [signedIn(creates), answer(`${path}/{id}`, { ...detail, effects: [...effects] })],
      { language },
    );
    const asked = await screen.findByRole('button', { name: /approval$|accord$/ });
    expect(asked.closest('.bulk-confirm')?.textContent?.replaceAll(/\s/g, ' ')).toContain(words);
  });
});
