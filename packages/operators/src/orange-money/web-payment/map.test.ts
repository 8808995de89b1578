import { asCurrency } from '@guichet/kernel/currencies';
import { makeSecret } from '@guichet/kernel/secret';
import { expect, test } from 'vitest';
import { collectOf } from '../test-support.ts';
import { initOf } from './map.ts';

const settings = { variant: 'web-payment', client_id: 'c', country: 'bw' } as const;
const secrets = { client_secret: makeSecret('s'), merchant_key: makeSecret('k') };
const pula = {
  ...collectOf('web-payment', new Date()),
  money: { amount_minor: 1250n, currency: asCurrency('BWP') },
};

test.each<[object, object]>([
  [{}, { amount: 12.5, currency: 'BWP' }],
  [{ amount_factor: 1 }, { amount: 12.5 }],
  [{ amount_factor: 100 }, { amount: 1250 }],
  [{ sandbox: true }, { currency: 'OUV' }],
  [
    { language: 'en', shop_name: 'Boutique' },
    { lang: 'en', reference: 'Boutique' },
  ],
])('with the settings %j the request contains %j', (rest, expected) => {
  const body = initOf(pula, { ...settings, ...secrets, ...rest }, 'https://pay.example.com/c');
  expect(body).toEqual(expect.objectContaining(expected));
});

test('a URL that would be too long is sent without our reference', () => {
  const short = 'https://pay.example.com/callbacks/orange-money/cac_1';
  const long = `https://${'pay.'.repeat(12)}example.com/callbacks/orange-money/cac_1`;
  const urlOf = (url: string) => initOf(pula, { ...settings, ...secrets }, url);
  expect(urlOf(short)).toMatchObject({ notif_url: `${short}/${pula.reference}` });
  expect(urlOf(long)).toMatchObject({ notif_url: long });
});

test('a return URL that would be too long is replaced by that of the page', () => {
  const pageOf = (page_url: string) => {
    const asked = { ...pula, page_url, return_url: `${page_url}?returned=1` };
    return initOf(asked, { ...settings, ...secrets }, 'https://pay.example.com/c');
  };
  const [fits, too_long] = [109, 110].map((length) => 'https://pay.example.com/pay/'.padEnd(length, 'a'));
  expect(pageOf(fits ?? '')).toMatchObject({
    return_url: `${fits}?returned=1`,
    cancel_url: `${fits}?returned=1`,
  });
  expect(pageOf(too_long ?? '')).toMatchObject({ return_url: too_long, cancel_url: too_long });
});
