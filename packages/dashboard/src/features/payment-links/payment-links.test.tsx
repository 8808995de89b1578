// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Merchant } from '../../app/me.ts';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen, type Screen } from '../../testing/open-screen.tsx';
import { answer, done, refusal } from '../../testing/recorded.ts';
import type { PaymentLink, SharedLink } from './verbs.ts';

const base = '/dashboard/api/{merchant_id}/{mode}';
const list = `${base}/payment-links` as const;
const one = `${base}/payment-links/{id}` as const;
const id = 'plk_01JD0Z5T8Q0000000000000000';
const at = '2026-03-01T10:00:00+00:00';

const wax: PaymentLink = {
  ...{ id, object: 'payment_link', url: 'https://pay.example/l/7KQ2M9XD', status: 'active' },
  ...{ unavailable: null, title: '<b>Wax</b>', description: null, amount: 25_000, currency: 'XOF' },
  ...{ min_amount: null, max_amount: null, suggested_amounts: [], max_payments: 12, in_parts: false },
  ...{ deposit: null, donation: false, expires_at: null, fields: [], template: null, thank_you: null },
  ...{ return_url: null, metadata: null, customer: { phone: null, email: null }, payments: 3 },
  ...{ paid_amount: 75_000, due_amount: null, livemode: false, created_at: at, updated_at: at },
};
const textIn = (language: 'fr' | 'en', message: string): SharedLink['shares'][number] => ({
  ...{ language, subject: 'Wax', message, sms: message },
  whatsapp_href: `https://wa.me/?text=${language}`,
  sms_href: `sms:?body=${language}`,
  email_href: `mailto:?subject=${language}`,
});
const shared = (changes: Partial<PaymentLink> = {}): SharedLink => ({
  payment_link: { ...wax, ...changes },
  has_pi_spi: false,
  shares: [textIn('fr', 'Bonjour, merci de payer'), textIn('en', 'Hello, please pay')],
});
const options = answer(`${base}/payment-link-options`, { currencies: ['GHS', 'XOF'], currency: 'XOF' });
const no_payments = answer(`${base}/payments`, { items: [], next_cursor: null, searched_until: null });
const reads: Merchant['scopes'] = ['payments:read', 'payment_links:read'];
const writes: Merchant['scopes'] = [...reads, 'payment_links:write'];

const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const posts = ({ asked }: Screen) => asked.filter((path) => path.startsWith('POST'));

describe('the list of payment links', () => {
  const page = (items: PaymentLink[]) => answer(list, { items, next_cursor: null });

  test('shows title, status and totals of each, as text', async () => {
    await openScreen(placeOf('payment-links'), [signedIn(writes), page([wax])]);
    const row = (await screen.findByText('<b>Wax</b>')).closest('tr');
    if (!row) throw new Error('the title is not in a row');
    expect(row.textContent?.replaceAll(/\s/g, ' ')).toMatch(/Active25 000 F CFA375 000 F CFA/);
  });

  test('offers to make one only to people who may', async () => {
    await openScreen(placeOf('payment-links'), [signedIn(reads), page([])]);
    await screen.findByText('No payment links yet');
    expect(screen.queryByText('New payment link')).toBeNull();
    expect(screen.queryByText('Request a payment')).toBeNull();
  });
});

describe('the page of a payment link', () => {
  const open = (changes: Partial<PaymentLink> = {}, scopes = writes) =>
    openScreen(placeOf(`payment-links/${id}`), [signedIn(scopes), answer(one, shared(changes)), no_payments]);
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

  test('has the text in the language of the page, and in another one', async () => {
    await open();
    await screen.findByText('Hello, please pay');
    expect([hrefOf('WhatsApp'), hrefOf('SMS'), hrefOf('E-mail')]).toEqual([
      'https://wa.me/?text=en',
      'sms:?body=en',
      'mailto:?subject=en',
    ]);
    type('Language of the text', 'fr');
    expect(screen.getByText('Bonjour, merci de payer').getAttribute('lang')).toBe('fr');
    expect(hrefOf('WhatsApp')).toBe('https://wa.me/?text=fr');
    expect(hrefOf('Poster to print: A6')).toBe('/l/7KQ2M9XD/poster?size=a6&lang=fr');
    expect([hrefOf('QR code: SVG'), hrefOf('QR code: PNG')]).toEqual([
      '/l/7KQ2M9XD/qr.svg',
      '/l/7KQ2M9XD/qr.png',
    ]);
  });

  test('lists and exports its payments', async () => {
    const { asked } = await open();
    await screen.findByText('Nobody has opened this link yet.');
    expect(asked.some((path) => path.endsWith(`/payments?payment_link=${id}`))).toBe(true);
    expect(hrefOf('Export as CSV')).toMatch(new RegExp(`/test/payments/export\\?payment_link=${id}$`));
    expect(screen.getByText(/3 payments · 9 left/)).toBeTruthy();
  });

  test.each([
    ['Pause', 'active', 'paused', 'Pause this link?'],
    ['Resume', 'paused', 'active', 'Resume this link?'],
    ['End', 'paused', 'ended', 'End this link for good?'],
  ] as const)('%s asks first, and then changes it', async (name, before, after, title) => {
    const opened = await open({ status: before, unavailable: before === 'paused' ? 'paused' : null });
    fireEvent.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(posts(opened)).toEqual([]);
    opened.answerBy(done(one, shared({ status: after })));
    fireEvent.click(within(dialog).getByRole('button', { name }));
    await waitFor(() => expect(opened.sent).toEqual([{ status: after }]));
  });

  test('of an ended link cannot be changed, and says that nobody can pay', async () => {
    await open({ status: 'ended', unavailable: 'ended' });
    await screen.findByText('Customers who open this link now cannot pay.');
    for (const name of ['Pause', 'Resume', 'End']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('offers no changes to people who may only read', async () => {
    await open({}, reads);
    await screen.findByText('Hello, please pay');
    for (const name of ['Pause', 'End']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });
});

describe('the form of a payment link', () => {
  const openNew = async () => {
    const opened = await openScreen(placeOf('payment-links/new'), [signedIn(writes), options, no_payments]);
    await screen.findByLabelText('What is it for?');
    return opened;
  };

  test('sends what was filled in, and shows the link', async () => {
    const opened = await openNew();
    opened.answerBy(done(list, shared()), answer(one, shared()));
    type('What is it for?', ' Wax cloth ');
    type('Amount', '25 000');
    fireEvent.click(screen.getByLabelText('A limited number of times'));
    type('How many are there?', '12');
    press('Add a field');
    type('Name of the field', 'Size');
    type('Kind of answer', 'choice');
    type('Answers to choose from', 'S\nM\n');
    press('Create the link');
    await waitFor(() => expect(opened.address()).toContain(`/payment-links/${id}`));
    expect(opened.sent).toEqual([
      {
        ...{ title: 'Wax cloth', currency: 'XOF', amount: 25_000, max_payments: 12 },
        ...{ in_parts: false, donation: false, customer: {} },
        fields: [{ label: 'Size', type: 'choice', required: true, options: ['S', 'M'] }],
      },
    ]);
  });

  test('of an open amount has bounds and suggestions', async () => {
    const opened = await openNew();
    opened.answerBy(done(list, shared()), answer(one, shared()));
    type('What is it for?', 'Collection');
    fireEvent.click(screen.getByLabelText('The customer chooses the amount'));
    expect(screen.queryByLabelText('Amount')).toBeNull();
    type('Smallest amount (optional)', '500');
    type('Suggested amounts (optional)', '1 000; 2,500;');
    press('Create the link');
    await waitFor(() => expect(opened.address()).toContain(`/payment-links/${id}`));
    expect(opened.sent).toMatchObject([{ min_amount: 500, suggested_amounts: [1000, 2500] }]);
    expect(opened.sent[0]).not.toHaveProperty('amount');
  });

  test('of a bill in parts has no stock', async () => {
    const opened = await openNew();
    opened.answerBy(done(list, shared()), answer(one, shared()));
    type('What is it for?', 'School fees');
    type('Amount', '150000');
    fireEvent.click(screen.getByLabelText('Once, for one customer or one order'));
    fireEvent.click(screen.getByLabelText('A bill that one customer pays in several parts'));
    expect(screen.queryByText('How often can it be paid?')).toBeNull();
    type('First part, at least (optional)', '50000');
    press('Create the link');
    await waitFor(() => expect(opened.address()).toContain(`/payment-links/${id}`));
    expect(opened.sent).toMatchObject([{ amount: 150_000, in_parts: true, deposit: 50_000 }]);
    expect(opened.sent[0]).not.toHaveProperty('max_payments');
  });

  test.each([
    ['Amount', 'ten'],
    ['Amount', ''],
  ])('with %s %j sends nothing', async (label, value) => {
    const opened = await openNew();
    type('What is it for?', 'Wax');
    type(label, value);
    press('Create the link');
    await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'));
    expect(posts(opened)).toEqual([]);
  });

  test('opens the options if one of them is wrong', async () => {
    const opened = await openNew();
    const errors = { return_url: ['must be a URL'] };
    const problem = { status: 422, code: 'invalid_fields', message: 'Some fields are wrong.', errors };
    opened.answerBy(refusal('POST', list, problem));
    type('What is it for?', 'Wax');
    type('Amount', '500');
    const options_of_form = document.querySelector('details');
    expect(options_of_form?.open).toBe(false);
    press('Create the link');
    await waitFor(() => expect(options_of_form?.open).toBe(true));
    expect(screen.getByLabelText('Address after paying (optional)').getAttribute('aria-invalid')).toBe(
      'true',
    );
  });

  test('of an existing link removes what was emptied, and keeps what it does not show', async () => {
    const before = { description: 'Blue', fields: [{ key: 'k', label: 'Size', required: false, ...short }] };
    const opened = await openScreen(placeOf(`payment-links/${id}/edit`), [
      signedIn(writes),
      answer(one, shared(before)),
      no_payments,
    ]);
    await screen.findByLabelText('What is it for?');
    opened.answerBy(done(one, shared()));
    type('Description (optional)', '');
    fireEvent.click(screen.getByLabelText('Any number of times'));
    press('Save');
    await waitFor(() => expect(opened.sent).toHaveLength(1));
    expect(opened.sent[0]).toMatchObject({ description: null, max_payments: null, amount: 25_000 });
    expect(opened.sent[0]).toMatchObject({ fields: [{ key: 'k', label: 'Size', required: false }] });
    for (const name of ['template', 'metadata', 'currency', 'status'])
      expect(opened.sent[0]).not.toHaveProperty(name);
  });
  const short = { type: 'text' as const, options: [] };
});
