// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { merchant_id, placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen, type Screen } from '../../testing/open-screen.tsx';
import { answer, refusal } from '../../testing/recorded.ts';
import type { PaymentSummary } from './payment-table.tsx';

const list = '/dashboard/api/{merchant_id}/{mode}/payments';

const chairs: PaymentSummary = {
  id: 'pay_01JD0Z5T8Q0000000000000000',
  reference: 'K7QM-2XFA',
  status: 'success',
  amount: 5000,
  currency: 'XOF',
  refunded_amount: 0,
  operator: { code: 'mtn_ci', name: 'MTN MoMo', country: 'CI' },
  description: '<img src=x onerror=alert(1)>',
  customer: { id: null, name: 'Awa Koné', phone: '+2250504030200', email: null },
  needs_review: true,
  late: false,
  created_at: '2026-03-01T10:00:00+00:00',
  paid_at: '2026-03-01T10:00:09+00:00',
};
const page = (items: PaymentSummary[], more: { next_cursor?: string; searched_until?: string } = {}) =>
  answer(list, { items, next_cursor: null, searched_until: null, ...more });
const choices = answer('/dashboard/api/{merchant_id}/{mode}/payment-choices', {
  operators: [
    { code: 'mtn_ci', name: 'MTN MoMo', country: 'CI' },
    { code: 'orange_cm', name: 'Orange Money', country: 'CM' },
  ],
  countries: ['CM', 'CI'],
  currencies: ['XOF', 'XAF'],
});
const usual = [signedIn(), page([chairs]), choices];

/** Query of the newest request for the list. */
const lastQuery = ({ asked }: Screen): Record<string, string> =>
  Object.fromEntries(
    new URLSearchParams(asked.findLast((one) => /\/payments(\?|$)/.test(one))?.split('?')[1] ?? ''),
  );

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const search = /^Phone, e-mail/;

describe('the list of payments', () => {
  test('shows the reference, status, customer, operator and amount of each payment, as text', async () => {
    await openScreen(placeOf('payments'), usual);
    const row = (await screen.findByText('K7QM-2XFA')).closest('tr');
    if (!row) throw new Error('the reference is not in a row');
    for (const text of [
      '<img src=x onerror=alert(1)>',
      'Paid',
      'Needs review',
      'Awa Koné',
      'MTN MoMo (CI)',
    ]) {
      expect(within(row).getByText(text)).toBeTruthy();
    }
    expect(row.textContent?.replaceAll(/\s/g, ' ')).toContain('5 000 F CFA');
    expect(document.querySelector('img[src=x]')).toBeNull();
    expect(within(row).getByRole('link').getAttribute('href')).toBe(placeOf(`payments/${chairs.id}`));
  });

  /**
   * The filters. For each: what a person does, the query of the request that follows, and the query of the page's
   * URL if that differs.
   */
  const filters: readonly [
    what: string,
    set: () => unknown,
    query: Readonly<Record<string, string>>,
    address?: Readonly<Record<string, string>>,
  ][] = [
    ['a status', () => choose('Status', 'failed'), { status: 'failed' }],
    ['an operator', () => choose('Operator', 'orange_cm'), { operator: 'orange_cm' }],
    ['a country', () => choose('Country', 'CM'), { country: 'CM' }],
    ['need for attention', () => choose('Needs attention', 'duplicate'), { needs_review: 'duplicate' }],
    ['a currency', () => choose('Currency', 'XAF'), { currency: 'XAF' }],
    [
      'a first day',
      () => choose('From', '2026-03-01'),
      { since: expect.stringMatching(/^2026-0[23]-\d\dT/) },
      { from: '2026-03-01' },
    ],
    [
      'a last day',
      () => choose('Until', '2026-03-02'),
      { until: expect.stringMatching(/^2026-03-0[123]T/) },
      { until: '2026-03-02' },
    ],
    [
      'text, which is sent after a pause in typing',
      () => fireEvent.change(screen.getByLabelText(search), { target: { value: ' 07 04 03 02 01 ' } }),
      { text: '07 04 03 02 01' },
    ],
  ];

  test.each(filters)(
    'can be filtered by %s, and the URL reflects the filter',
    async (_, set, query, address = query) => {
      const opened = await openScreen(placeOf('payments'), usual);
      fireEvent.click(await screen.findByText('More filters'));
      await screen.findByText('Orange Money (CM)');
      set();
      await waitFor(() => expect(lastQuery(opened)).toEqual(query));
      const { searchParams } = new URL(opened.address(), 'http://localhost');
      expect(Object.fromEntries(searchParams)).toEqual(address);
    },
  );

  test('the search field keeps what is typed while the list follows', async () => {
    const opened = await openScreen(placeOf('payments'), usual);
    const field = await screen.findByLabelText<HTMLInputElement>(search);
    fireEvent.change(field, { target: { value: 'awa ' } });
    await waitFor(() => expect(lastQuery(opened)).toEqual({ text: 'awa' }));
    expect(field.value).toBe('awa ');
    fireEvent.change(field, { target: { value: 'awa koné' } });
    await waitFor(() => expect(lastQuery(opened)).toEqual({ text: 'awa koné' }));
    fireEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(field.value).toBe(''));
    await act(async () => window.history.back());
    await waitFor(() => expect(field.value).toBe('awa koné'));
  });

  test('can be filtered by amounts typed with spaces, once a currency is chosen', async () => {
    const opened = await openScreen(placeOf('payments?currency=XOF'), usual);
    const least = await screen.findByLabelText('Minimum amount');
    for (const [field, typed] of [
      [least, '900'],
      [screen.getByLabelText('Maximum amount'), '5 000'],
    ] as const) {
      fireEvent.change(field, { target: { value: typed } });
      fireEvent.blur(field);
    }
    const query = { currency: 'XOF', amount_min: '900', amount_max: '5000' };
    await waitFor(() => expect(lastQuery(opened)).toEqual(query));
    // Amounts in one currency mean nothing in another.
    choose('Currency', 'XAF');
    await waitFor(() => expect(lastQuery(opened)).toEqual({ currency: 'XAF' }));
  });

  test('clears the operator when another country is chosen', async () => {
    const opened = await openScreen(placeOf('payments?operator=mtn_ci&country=CI'), usual);
    await screen.findByText('Cameroon');
    choose('Country', 'CM');
    await waitFor(() => expect(lastQuery(opened)).toEqual({ country: 'CM' }));
    expect(screen.queryByText('MTN MoMo (CI)', { selector: 'option' })).toBeNull();
  });

  test('reads its filters from the URL, and clears them all', async () => {
    const opened = await openScreen(
      placeOf('payments?status=success&currency=XOF&amount_min=100&text=awa&cursor=abc'),
      usual,
    );
    const filledIn = (label: string | RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;
    await screen.findByText('XAF');
    expect(['Status', search, 'Minimum amount'].map(filledIn)).toEqual(['success', 'awa', '100']);
    expect(lastQuery(opened)).toMatchObject({ cursor: 'abc', text: 'awa' });
    fireEvent.click(screen.getByText('Clear the filters'));
    await waitFor(() => expect(lastQuery(opened)).toEqual({}));
    expect(opened.address()).toBe(placeOf('payments'));
  });

  test('links to the next page, and back to the first', async () => {
    const opened = await openScreen(placeOf('payments'), [
      signedIn(),
      page([chairs], { next_cursor: 'xyz' }),
    ]);
    await screen.findByText('K7QM-2XFA');
    fireEvent.click(screen.getByText('Next page'));
    await waitFor(() => expect(lastQuery(opened)).toEqual({ cursor: 'xyz' }));
    fireEvent.click(await screen.findByText('First page'));
    await waitFor(() => expect(opened.address()).toBe(placeOf('payments')));
  });

  test('can be downloaded as a CSV file with the same filters', async () => {
    await openScreen(placeOf('payments?currency=XOF&cursor=abc'), usual);
    const link = await screen.findByText(/CSV/);
    expect(link.closest('a')?.getAttribute('href')).toBe(
      `/dashboard/api/${merchant_id}/test/payments/export?currency=XOF`,
    );
  });
});

describe.each([
  ['en', 'No payments yet', /^Nothing matches/, 'Searched back to'],
  ['fr', 'Pas encore de paiement', /^Rien ne correspond/, 'Recherche faite jusqu’au'],
] as const)('an empty list in %s', (language, none, nothing, paused) => {
  const open = (address: string, more = {}) =>
    openScreen(placeOf(address), [signedIn(), choices, page([], more)], { language });

  test('is explained for a merchant without payments', async () => {
    await open('payments');
    await screen.findByText(none);
  });

  test('is explained for filters without matches', async () => {
    await open('payments?status=failed');
    await screen.findByText(nothing);
  });

  test('explains that the search paused, and how far it got', async () => {
    await open('payments?text=awa', { next_cursor: 'xyz', searched_until: '2026-02-01T00:00:00+00:00' });
    await screen.findByText((text) => text.startsWith(paused));
    expect(screen.queryByText(nothing)).toBeNull();
  });
});

describe('an error of the list', () => {
  test.each([
    ['en', 'Try again'],
    ['fr', 'Réessayer'],
  ] as const)('in %s says what to do, shows the request id, and can be retried', async (language, again) => {
    const forbidden = { status: 403, code: 'forbidden', message: 'Your role does not allow this.' };
    const opened = await openScreen(placeOf('payments'), [signedIn(), refusal('GET', list, forbidden)], {
      language,
    });
    const button = await screen.findByText(again);
    expect(screen.getByText(/req_of_the_test/)).toBeTruthy();
    opened.answerBy(page([chairs]));
    fireEvent.click(button);
    await screen.findByText('K7QM-2XFA');
    expect(screen.queryByText(/req_of_the_test/)).toBeNull();
  });
});

test('a recorded response that the OpenAPI document does not allow throws an error', () => {
  expect(() => page([{ ...chairs, amount: '5000' as unknown as number }])).toThrow(/amount/);
  expect(() => page([{ ...chairs, colour: 'red' } as PaymentSummary])).toThrow(
    'the server does not respond like this',
  );
});
