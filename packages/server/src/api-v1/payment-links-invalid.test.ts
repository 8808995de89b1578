import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { expectError, makeMerchant } from '../testing/api.ts';
import { concert, keyWith, makeLinks } from '../testing/payment-links.ts';
import { send } from '../testing/send.ts';

let service: TestService;
let key: string;
let merchant_id: string;
beforeAll(async () => {
  service = await shareService();
  ({ key, merchant_id } = await makeMerchant(service));
});
afterAll(() => service.stop());

const { create, list, made } = makeLinks(() => ({ service, key }));

const long = 'a'.repeat(10 * 1024);
const text = { label: 'Name', type: 'text' };
const choice = { label: 'Class', type: 'choice' };
const bill = { amount: 9000, in_parts: true };
/** An open amount. */
const open = { amount: undefined };

/** The invalid fields of links, each with the names in the errors. */
const invalid: readonly (readonly [what: string, fields: object, names: readonly string[]])[] = [
  ['no title', { title: undefined }, ['title']],
  ['an empty title', { title: '' }, ['title']],
  ['a blank title', { title: ' \u00a0\n' }, ['title']],
  ['a title of 121 characters', { title: 'a'.repeat(121) }, ['title']],
  ['a title that is a number', { title: 7 }, ['title']],
  ['a NUL in the title', { title: 'a\u0000b' }, ['title']],
  ['half a character in the title', { title: '\ud83d' }, ['title']],
  [
    '10 KB in every text',
    { title: long, description: long, thank_you: long, return_url: `https://a.example/${long}` },
    ['description', 'return_url', 'thank_you', 'title'],
  ],
  [
    'NUL in every text',
    { description: '\u0000', thank_you: '\u0000', metadata: { a: '\u0000' } },
    ['description', 'metadata', 'thank_you'],
  ],
  [
    'more metadata and answers than a payment can have',
    {
      metadata: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key ${index}`, index])),
      fields: [{ label: 'Class', type: 'text' }],
    },
    ['metadata'],
  ],
  ['no currency', { currency: undefined }, ['currency']],
  ['a currency that does not exist', { currency: 'XXO' }, ['currency']],
  ['a currency in lower case', { currency: 'xof' }, ['currency']],
  ['an amount of zero', { amount: 0 }, ['amount']],
  ['a negative amount', { amount: -5000 }, ['amount']],
  ['an amount as text', { amount: '5000' }, ['amount']],
  ['an amount above the limit', { amount: 10_000_001 }, ['amount']],
  ['cents of francs', { amount: 5000.5 }, ['amount']],
  ['thousandths of cedis', { amount: 5.005, currency: 'GHS' }, ['amount']],
  [
    'decimals in every amount',
    { ...open, min_amount: 1.5, max_amount: 2.5, suggested_amounts: [2, 2.25] },
    ['max_amount', 'min_amount', 'suggested_amounts'],
  ],
  [
    'bounds of a fixed amount',
    { min_amount: 1, max_amount: 9000, suggested_amounts: [5000] },
    ['max_amount', 'min_amount', 'suggested_amounts'],
  ],
  ['bounds in the wrong order', { ...open, min_amount: 100, max_amount: 99 }, ['min_amount']],
  [
    'a suggestion below the bounds',
    { ...open, min_amount: 100, suggested_amounts: [99] },
    ['suggested_amounts'],
  ],
  [
    'a suggestion above the bounds',
    { ...open, max_amount: 100, suggested_amounts: [50, 101] },
    ['suggested_amounts'],
  ],
  ['seven suggestions', { ...open, suggested_amounts: [1, 2, 3, 4, 5, 6, 7] }, ['suggested_amounts']],
  ['a bill without an amount', { ...bill, amount: undefined }, ['amount']],
  ['a bill with a stock', { ...bill, max_payments: 2 }, ['max_payments']],
  ['a bill with a largest part', { ...bill, max_amount: 9000 }, ['max_amount']],
  ['a bill with suggestions', { ...bill, suggested_amounts: [100] }, ['suggested_amounts']],
  ['a bill with a deposit above it', { ...bill, deposit: 9001 }, ['deposit']],
  ['a bill with a part above it', { ...bill, min_amount: 9001 }, ['min_amount']],
  ['a deposit without parts', { deposit: 100 }, ['deposit']],
  [
    'everything that contradicts',
    { ...open, in_parts: true, max_payments: 1, deposit: 5, min_amount: 9, max_amount: 8 },
    ['amount', 'max_payments', 'min_amount'],
  ],
  ['a stock of zero', { max_payments: 0 }, ['max_payments']],
  ['a stock of 1.5', { max_payments: 1.5 }, ['max_payments']],
  ['a stock above the limit', { max_payments: 1_000_001 }, ['max_payments']],
  ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, ['expires_at']],
  ['an expiry without an offset', { expires_at: '2999-01-01T00:00:00' }, ['expires_at']],
  ['an expiry that is no date', { expires_at: '2999-13-01T00:00:00Z' }, ['expires_at']],
  ['a template that does not exist', { template: 'bamako' }, ['template']],
  ['a return address without a scheme', { return_url: 'shop.example/thanks' }, ['return_url']],
  ['a return address of a script', { return_url: 'javascript:alert(1)' }, ['return_url']],
  ['5 KB of metadata', { metadata: { a: 'a'.repeat(5 * 1024) } }, ['metadata']],
  ['metadata that is a list', { metadata: [1] }, ['metadata']],
  [
    '51 keys of metadata',
    { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [index, 1])) },
    ['metadata'],
  ],
  ['a local number', { customer: { phone: '0504030200' } }, ['customer.phone']],
  ['an e-mail address without @', { customer: { email: 'aya' } }, ['customer.email']],
  ['a name', { customer: { first_name: 'Aya' } }, ['customer.first_name']],
  ['a status', { status: 'paused' }, ['status']],
  ['an unknown field', { titel: 'x', constructor: 'x' }, ['constructor', 'titel']],
  [
    'eleven fields',
    { fields: Array.from({ length: 11 }, (_, index) => ({ ...text, key: `${index}` })) },
    ['fields'],
  ],
  ['a field without a label', { fields: [{ type: 'text' }] }, ['fields.0.label']],
  ['a field without a type', { fields: [text, { label: 'Age' }] }, ['fields.1.type']],
  ['a field of an unknown type', { fields: [{ ...text, type: 'date' }] }, ['fields.0.type']],
  ['a field with an unknown property', { fields: [{ ...text, help: 'x' }] }, ['fields.0.help']],
  ['a blank label', { fields: [{ ...text, label: '  ' }] }, ['fields.0.label']],
  ['a blank key', { fields: [{ ...text, key: ' ' }] }, ['fields.0.key']],
  ['10 KB of a label', { fields: [{ ...text, label: long }] }, ['fields.0.label']],
  [
    'a NUL in a label and a key',
    { fields: [{ ...text, label: 'a\u0000', key: '\u0000' }] },
    ['fields.0.key', 'fields.0.label'],
  ],
  ['half a character in a label', { fields: [{ ...text, label: '\udc00' }] }, ['fields.0.label']],
  ['a key that repeats', { fields: [text, { ...text, label: 'Other', key: ' Name ' }] }, ['fields.1.key']],
  ['a label that repeats', { fields: [text, text] }, ['fields.1.label']],
  ['a key of the metadata', { metadata: { name: 1 }, fields: [{ ...text, key: 'name' }] }, ['fields.0.key']],
  ['a label of the metadata', { metadata: { Name: 1 }, fields: [text] }, ['fields.0.label']],
  ['a choice without options', { fields: [choice] }, ['fields.0.options']],
  ['a choice with no options', { fields: [{ ...choice, options: [] }] }, ['fields.0.options']],
  ['options that repeat', { fields: [{ ...choice, options: ['A', ' A '] }] }, ['fields.0.options']],
  ['a blank option', { fields: [{ ...choice, options: ['A', ' '] }] }, ['fields.0.options']],
  ['a NUL in an option', { fields: [{ ...choice, options: ['A\u0000'] }] }, ['fields.0.options']],
  ['10 KB of an option', { fields: [{ ...choice, options: [long] }] }, ['fields.0.options.0']],
  [
    '31 options',
    { fields: [{ ...choice, options: Array.from({ length: 31 }, (_, index) => `${index}`) }] },
    ['fields.0.options'],
  ],
  ['options of a text', { fields: [{ ...text, options: ['A'] }] }, ['fields.0.options']],
];

describe('a payment link', () => {
  test.each(invalid)('with %s is refused', async (_, fields, names) => {
    const answer = await create({ ...concert, ...fields });
    expectError(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.errors ?? {}).toSorted()).toEqual(names);
  });

  test('that is refused is not created', async () => {
    expect((await list('')).body.data?.items).toEqual([]);
  });

  test.each([
    ['a list', [], 'body'],
    ['a text', 'link', 'body'],
    ['null', null, 'body'],
  ])('that is %s is refused', async (_, json, name) => {
    const answer = await create(json);
    expectError(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.errors ?? {})).toEqual([name]);
  });

  test('of live mode returns to https alone', async () => {
    const live = await keyWith(service, merchant_id, { mode: 'live' });
    const plain = { ...concert, return_url: 'http://shop.example/' };
    const answer = await create(plain, { key: live });
    expectError(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.errors ?? {})).toEqual(['return_url']);
    expect(await made(plain)).toMatchObject({ return_url: plain.return_url });
    expect(await made({ ...concert, return_url: 'https://shop.example/' }, live)).toMatchObject({
      livemode: true,
    });
  });

  test('has no trouble with __proto__, as a field’s key or as a key of the body', async () => {
    const fields = [{ ...text, key: '__proto__' }];
    expect(await made({ ...concert, fields })).toMatchObject({ fields: [{ key: '__proto__' }] });
    for (const body of [
      '{"title":"a","currency":"XOF","__proto__":{"amount":1}}',
      '{"title":"a","currency":"XOF","fields":[{"label":"a","type":"text","__proto__":{}}]}',
    ]) {
      const answer = await send(service.url, '/api/v1/payment_links', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      });
      expect([400, 422]).toContain(answer.status);
    }
  });
});
