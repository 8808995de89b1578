import type { TakenPayment } from '@guichet/core/serving';
import { expect, test } from 'vitest';
import type { Language } from '../checkout-page/page.ts';
import { sayOf } from './say.ts';

const paid: TakenPayment = {
  ...{ id: 'pay_1', mode: 'live', status: 'success', token: 'token', attempt_status: null, late: false },
  ...{ amount_minor: 25_000n, charged_minor: 25_375n, currency: 'XOF' },
  ...{ received_minor: null, received_currency: null, operator: 'orange_ci', description: null },
  ...{ customer_phone: '+2250700000000', customer_first_name: null, created_at: new Date(0) },
};

test.each<[what: string, language: Language, change: Partial<TakenPayment>, sentence: string]>([
  ['the amount without the fee, and the operator', 'en', {}, '25000 francs received. Orange Money.'],
  ['it in French', 'fr', {}, '25000 francs reçus. Orange Money.'],
  ['it in Portuguese', 'pt', {}, '25000 francos recebidos. Orange Money.'],
  [
    'it in Swahili',
    'sw',
    { currency: 'KES', amount_minor: 150_000n },
    '1500 shilingi zimepokelewa. Orange Money.',
  ],
  ['the payer’s name, if it is known', 'en', { customer_first_name: 'Aya' }, '25000 francs received. Aya.'],
  [
    'what arrived, if it was another amount',
    'en',
    { received_minor: 24_000n, received_currency: 'XOF' },
    '24000 francs received. Orange Money.',
  ],
  ['decimals', 'en', { currency: 'GHS', amount_minor: 1250n }, '12.50 cedis received. Orange Money.'],
  [
    'the name of a currency without a shorter one',
    'en',
    { currency: 'ZMW', amount_minor: 100n },
    '1 Zambian Kwacha received. Orange Money.',
  ],
  [
    'that no money moved, in test mode',
    'en',
    { mode: 'test' },
    'Test mode: no real money. 25000 francs received. Orange Money.',
  ],
])('a till says %s', (_, language, change, sentence) => {
  expect(sayOf({ ...paid, ...change }, language)).toBe(sentence);
});
