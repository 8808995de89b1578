import { describe, expect, test } from 'vitest';
import { languages } from '../../checkout-page/texts/texts.ts';
import { gsmLength, toGsm } from './gsm.ts';
import { type SharedLink, shareLink } from './share.ts';

const link: SharedLink = {
  title: 'Frais de scolarité, 2e trimestre',
  url: 'https://pay.example/l/7KQ2M9XD',
  amount: 25_000,
  currency: 'XOF',
  in_parts: false,
  due_amount: null,
  donation: false,
  customer: { phone: null, email: null },
};
const shop = 'École Les Palmiers';

function textsOf(changes: Partial<SharedLink>, language: (typeof languages)[number], name = shop) {
  const text = shareLink({ ...link, ...changes }, name).find((one) => one.language === language);
  if (!text) throw new Error('no text');
  const plain = (words: string) => words.replaceAll(/[\u00A0\u202F]/g, ' ');
  return { ...text, message: plain(text.message), sms: plain(text.sms) };
}

describe('a shared text', () => {
  test.each(languages)('in %s has the merchant, the title, the amount and the address', (language) => {
    const { message, sms, subject } = textsOf({}, language);
    for (const part of [shop, link.title, '25 000', link.url]) expect(message).toContain(part);
    for (const part of [link.title, shop]) expect(subject).toContain(part);
    expect(sms).toContain(link.url);
  });

  test.each<[string, Partial<SharedLink>, string]>([
    [
      'a price',
      {},
      'Hello, please pay 25 000 F CFA to École Les Palmiers for “Frais de scolarité, 2e trimestre”.',
    ],
    ['an open amount', { amount: null }, 'You choose the amount.'],
    ['a bill', { in_parts: true, due_amount: 25_000 }, 'You can pay in several parts.'],
    [
      'a bill that is begun',
      { in_parts: true, due_amount: 15_000 },
      '15 000 F CFA of 25 000 F CFA is still due',
    ],
    ['a gift', { donation: true }, 'you can give 25 000 F CFA to'],
    ['an open gift', { donation: true, amount: null }, 'you can give to'],
  ])('names %s', (_, changes, sentence) => {
    expect(textsOf(changes, 'en').message).toContain(sentence);
  });

  test('has the address alone on its line, also from right to left', () => {
    for (const { message } of shareLink(link, shop)) expect(message.split('\n')).toContain(link.url);
  });

  test('isolates names that run from right to left, and lets none turn the rest around', () => {
    expect(textsOf({}, 'fr', 'متجر النور').message).toContain('\u2068متجر النور\u2069');
    expect(textsOf({}, 'ar').message).toContain(`\u2068${shop}\u2069`);
    expect(textsOf({ title: 'Pagne\u202E\n\n3' }, 'fr').message).toContain('« Pagne 3 »');
  });

  test('is addressed to the link’s customer', () => {
    const { whatsapp_href, sms_href, email_href } = textsOf(
      { customer: { phone: '+2250504030200', email: 'awa&co@shop.example' } },
      'fr',
    );
    expect(whatsapp_href).toMatch(/^https:\/\/wa\.me\/2250504030200\?text=Bonjour/);
    expect(sms_href).toMatch(/^sms:\+2250504030200\?body=/);
    expect(email_href).toMatch(/^mailto:awa%26co%40shop\.example\?subject=/);
    expect(decodeURIComponent(email_href)).toContain(`\r\n${link.url}`);
  });

  test('without a customer lets the sender choose one', () => {
    const { whatsapp_href, sms_href, email_href } = textsOf({}, 'en');
    expect(whatsapp_href.startsWith('https://wa.me/?text=Hello')).toBe(true);
    expect(sms_href.startsWith('sms:?body=')).toBe(true);
    expect(email_href.startsWith('mailto:?subject=')).toBe(true);
  });
});

describe('an SMS', () => {
  const long = { title: 'Réservation d’une chambre à l’hôtel '.repeat(3).trim() };

  test.each(['fr', 'en', 'sw', 'pt'] as const)('in %s is one message, even with long names', (language) => {
    for (const changes of [{}, long, { ...long, in_parts: true, due_amount: 5_000 }]) {
      const { sms } = textsOf(changes, language, 'Établissements Kouassi et frères '.repeat(3));
      expect(gsmLength(sms)).toBeLessThanOrEqual(160);
      expect(sms.endsWith(link.url)).toBe(true);
    }
  });

  test('in Arabic is at most two messages', () => {
    expect(textsOf(long, 'ar').sms.length).toBeLessThanOrEqual(134);
  });

  test('names the rest of a bill', () => {
    expect(textsOf({ in_parts: true, due_amount: 15_000 }, 'fr').sms).toBe(
      `École Les Palmiers: Frais de scolarité, 2e trimestre, reste 15 000 F CFA. Payez ici : ${link.url}`,
    );
  });
});

test.each([
  ['Forêt « Œuvre » – d’août…', 'Foret " OEuvre " - d\'aout...'],
  ['GH₵\u00A012.50', 'GHc 12.50'],
  ['Éàùçñ', 'Éàùcñ'],
  ['مرحبًا', 'مرحبًا'],
])('%j is %j in the letters of an SMS', (text, expected) => {
  expect(toGsm(text)).toBe(expected);
});

test.each([
  ['abc', 3],
  ['12 €', 5],
  ['ê', null],
])('%j takes %j letters', (text, room) => {
  expect(gsmLength(text)).toBe(room);
});
