// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Merchant } from '../../app/me.ts';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, done, refusal } from '../../testing/recorded.ts';
import type { SharedLink } from './verbs.ts';

const base = '/dashboard/api/{merchant_id}/{mode}';
const at = '2026-03-01T10:00:00+00:00';
const message = 'Bonjour, merci de payer 12 500 F CFA';

const made: SharedLink = {
  payment_link: {
    ...{ id: 'plk_01JD0Z5T8Q0000000000000000', object: 'payment_link', status: 'active', unavailable: null },
    ...{ url: 'https://pay.example/l/7KQ2M9XD', title: 'Order 88', description: null, amount: 12_500 },
    ...{ currency: 'XOF', min_amount: null, max_amount: null, suggested_amounts: [], max_payments: 1 },
    ...{ in_parts: false, deposit: null, donation: false, expires_at: null, fields: [], template: null },
    ...{ thank_you: null, return_url: null, metadata: null, payments: 0, paid_amount: 0, due_amount: null },
    ...{
      customer: { phone: '+2250504030200', email: null },
      livemode: false,
      created_at: at,
      updated_at: at,
    },
  },
  has_pi_spi: false,
  shares: [
    {
      ...{ language: 'fr', subject: 'Order 88', message, sms: message },
      whatsapp_href: 'https://wa.me/2250504030200?text=Bonjour',
      sms_href: 'sms:+2250504030200?body=Bonjour',
      email_href: 'mailto:?subject=Order',
    },
  ],
};
const list = answer(`${base}/payment-links`, { items: [], next_cursor: null });
const options = answer(`${base}/payment-link-options`, { currencies: ['GHS', 'XOF'], currency: 'XOF' });
const writes: Merchant['scopes'] = ['payments:read', 'payment_links:read', 'payment_links:write'];

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function openDialog() {
  const opened = await openScreen(placeOf('payment-links'), [signedIn(writes), list, options]);
  fireEvent.click(await screen.findByRole('button', { name: 'Request a payment' }));
  await screen.findByRole('dialog', { name: 'Request a payment' });
  type('Amount', '12 500');
  type('What is it for?', 'Order 88');
  type('Customer’s phone number (optional)', '05 04 03 02 00');
  return opened;
}

test('a request is a link that one person can pay once, with its text ready', async () => {
  const { sent, answerBy } = await openDialog();
  answerBy(done(`${base}/payment-links`, made));
  fireEvent.click(screen.getByRole('button', { name: 'Create the request' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ready to send' }));
  expect(sent).toMatchObject([
    {
      title: 'Order 88',
      amount: 12_500,
      currency: 'XOF',
      max_payments: 1,
      customer: { phone: '05 04 03 02 00' },
    },
  ]);
  expect(dialog.getByText(message)).toBeTruthy();
  const href = dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  expect(href).toBe('https://wa.me/2250504030200?text=Bonjour');
});

test('a wrong phone number is shown at its field', async () => {
  const { answerBy } = await openDialog();
  const errors = { 'customer.phone': ['must be a phone number'] };
  const problem = { status: 422, code: 'invalid_fields', message: 'Some fields are wrong.', errors };
  answerBy(refusal('POST', `${base}/payment-links`, problem));
  fireEvent.click(screen.getByRole('button', { name: 'Create the request' }));
  await screen.findByRole('alert');
  const field = screen.getByLabelText('Customer’s phone number (optional)');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
