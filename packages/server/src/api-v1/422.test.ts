import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, expectError, initialize, initialize_path, least, makeMerchant } from '../testing/api.ts';
import { countRows } from '../testing/rows.ts';

let service: TestService;
let before: Record<string, number>;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  before = await countRows(service);
});
afterEach(async () => {
  expect(await countRows(service)).toEqual(before);
});

type Errors = Readonly<Record<string, readonly unknown[]>>;

async function expectRefusal(json: unknown, errors: Errors, key?: string): Promise<void> {
  const answer = await initialize(service, json, key);
  expectError(answer, 422, 'invalid_fields');
  expect(answer.body.errors).toEqual(errors);
}

const text = 'must be a string';
const url_sentence = 'must be an absolute http or https address';
const phone_sentence = 'must be a valid phone number in international format, for example +2250700000000';

describe('an invalid field gets its own error:', () => {
  const cases: readonly [field: string, value: unknown, sentence: string, others?: object][] = [
    ['amount', 0, 'must be at least 1'],
    ['amount', 0.5, 'must be at least 1'],
    ['amount', -1, 'must be at least 1'],
    ['amount', 10_000_000.01, 'must be at most 10000000', { currency: 'GHS' }],
    ['amount', 10_000_001, 'must be at most 10000000'],
    ['amount', 1e21, 'must be at most 10000000'],
    ['amount', 100.5, 'must be a whole number: XOF has no decimals'],
    ['amount', 10.005, 'must have at most 2 decimals: GHS has no smaller unit', { currency: 'GHS' }],
    ['amount', 1.0005, 'must have at most 3 decimals: TND has no smaller unit', { currency: 'TND' }],
    ['amount', 1.000000000000001, 'must be a whole number: XOF has no decimals'],
    ['amount', '100', 'must be a number'],
    ['amount', 'NaN', 'must be a number'],
    ['amount', null, 'must be a number'],
    ['amount', true, 'must be a number'],
    ['amount', [100], 'must be a number'],
    ['amount', { value: 100 }, 'must be a number'],
    ['currency', 'XYZ', 'must be an ISO 4217 code in capitals, for example XOF'],
    ['currency', 'xof', 'must be an ISO 4217 code in capitals, for example XOF'],
    ['currency', 'XOF ', 'must be an ISO 4217 code in capitals, for example XOF'],
    ['currency', 'XAU', 'must be an ISO 4217 code in capitals, for example XOF'],
    ['currency', '952', 'must be an ISO 4217 code in capitals, for example XOF'],
    ['currency', '', 'must be an ISO 4217 code in capitals, for example XOF'],
    ['currency', '__proto__', 'must be an ISO 4217 code in capitals, for example XOF'],
    ['currency', 952, text],
    ['currency', null, text],
    ['customer_phone', '+2250700', phone_sentence],
    ['customer_phone', '+22507000000420', phone_sentence],
    ['customer_phone', '+999123456789', phone_sentence],
    ['customer_phone', '0700000042', phone_sentence],
    ['customer_phone', 'call me', phone_sentence],
    ['customer_phone', '', phone_sentence],
    ['customer_phone', `+225${'0'.repeat(5000)}`, phone_sentence],
    ['customer_phone', 2250700000042, text],
    ['customer_email', 'buyer', 'must be an e-mail address'],
    ['customer_email', 'buyer@example', 'must be an e-mail address'],
    ['customer_email', 'a b@example.com', 'must be an e-mail address'],
    ['customer_email', 'buyer@example.com\n', 'must be an e-mail address'],
    ['customer_email', '', 'must be an e-mail address'],
    ['customer_email', `${'a'.repeat(250)}@b.co`, 'must be at most 254 characters'],
    ['customer_email', ['buyer@example.com'], text],
    ['description', 'a'.repeat(256), 'must be at most 255 characters'],
    ['description', 'a\u0000b', 'must not contain a NUL character'],
    ['description', 'a\ud800b', 'must be valid Unicode text'],
    ['description', {}, text],
    ['template', 'lagos', 'must be one of: default, abidjan, cotonou'],
    ['template', 'Default', 'must be one of: default, abidjan, cotonou'],
    ['template', '', 'must be one of: default, abidjan, cotonou'],
    ['template', 1, 'must be one of: default, abidjan, cotonou'],
    ['metadata', 'order 1', 'must be a JSON object'],
    ['metadata', ['order 1'], 'must be a JSON object'],
    ['metadata', 1, 'must be a JSON object'],
    [
      'metadata',
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, i])),
      'must have at most 50 keys',
    ],
    ['metadata', { a: 'x'.repeat(16 * 1024) }, 'must be at most 16 KB of JSON'],
    ['metadata', { a: 'é'.repeat(9 * 1024) }, 'must be at most 16 KB of JSON'],
    ['metadata', JSON.parse('{"a":'.repeat(9) + 1 + '}'.repeat(9)), 'must be nested at most 8 deep'],
    ['metadata', { a: JSON.parse('['.repeat(50) + ']'.repeat(50)) }, 'must be nested at most 8 deep'],
    ['metadata', { a: 'x\u0000' }, 'must not contain a NUL character'],
    ['metadata', { 'a\u0000': 1 }, 'must not contain a NUL character'],
    ['metadata', { a: ['\udc00'] }, 'must be valid Unicode text'],
    ['metadata', { a: 1e300 }, 'must not contain numbers beyond 9007199254740991: send them as text'],
  ];
  for (const [field, value, sentence, others = {}] of cases) {
    test(`${field}: ${JSON.stringify(value).slice(0, 60)}`, async () => {
      await expectRefusal({ ...least, ...others, [field]: value }, { [field]: [sentence] });
    });
  }

  const good = JSON.stringify({ ...least, metadata: {} });
  const deep = '['.repeat(60) + ']'.repeat(60);
  const texts: readonly [what: string, body: string, errors: Errors][] = [
    [
      'an amount beyond the range of numbers',
      good.replace('25000', '1e400'),
      { amount: ['must be a number'] },
    ],
    [
      '60 nested arrays in metadata',
      good.replace('{}', `{"a":${deep}}`),
      { metadata: ['must be nested at most 8 deep'] },
    ],
    ['60 nested arrays as the body', deep, { body: ['must be a JSON object'] }],
  ];
  test.each(texts)('%s', async (_, body, errors) => {
    const answer = await callApi(service, initialize_path, {
      method: 'POST',
      key: service.demo.test_key,
      headers: { 'content-type': 'application/json' },
      body,
    });
    expectError(answer, 422, 'invalid_fields');
    expect(answer.body.errors).toEqual(errors);
  });
});

describe.each(['return_url', 'cancel_url'])('an invalid %s is refused', (field) => {
  const no_spaces = 'must not contain spaces or control characters';
  const cases: readonly [value: unknown, sentence: string][] = [
    ['javascript:alert(1)', url_sentence],
    ['JaVaScRiPt:alert(1)', url_sentence],
    ['data:text/html,<script>alert(1)</script>', url_sentence],
    ['ftp://shop.example/thanks', url_sentence],
    ['file:///etc/passwd', url_sentence],
    ['mailto:shop@example.com', url_sentence],
    ['/thanks', url_sentence],
    ['//shop.example/thanks', url_sentence],
    ['shop.example/thanks', url_sentence],
    ['https:shop.example/thanks', url_sentence],
    ['https://', url_sentence],
    ['https://shop.example:99999/', url_sentence],
    ['https://[::1/', url_sentence],
    ['', url_sentence],
    ['https://user:secret@shop.example/', 'must not contain a user name or password'],
    ['https://user@shop.example/', 'must not contain a user name or password'],
    ['https://@shop.example/', 'must not contain a user name or password'],
    ['https://a.example\\@b', 'must not contain a backslash'],
    ['https:\\\\shop.example/', 'must not contain a backslash'],
    ['https://shop.example\\.evil.example/', 'must not contain a backslash'],
    ['https://shop.exa\tmple/', no_spaces],
    ['https://shop.example/a b', no_spaces],
    [' https://shop.example/', no_spaces],
    ['https://shop.example/\n', no_spaces],
    ['java\tscript:alert(1)', no_spaces],
    ['https://shop.example/\u0000', 'must not contain a NUL character'],
    [`https://shop.example/${'a'.repeat(480)}`, 'must be at most 500 characters'],
    [['https://shop.example/'], text],
  ];
  test.each(cases)('%j', async (value, sentence) => {
    await expectRefusal({ ...least, [field]: value }, { [field]: [sentence] });
  });

  test('http in live mode', async () => {
    const { key } = await makeMerchant(service, { mode: 'live' });
    const json = { ...least, [field]: 'http://shop.example/thanks' };
    await expectRefusal(json, { [field]: ['must be an https address in live mode'] }, key);
  });
});

describe('the whole body', () => {
  test('gets an error for every missing field', async () => {
    await expectRefusal(
      {},
      {
        amount: ['is required'],
        currency: ['is required'],
        return_url: ['is required'],
      },
    );
  });

  test('gets errors for all invalid fields in one response', async () => {
    const json = {
      amount: '100',
      currency: 'xof',
      return_url: 'javascript:alert(1)',
      cancel_url: 'x'.repeat(501),
      customer_phone: '+225',
      customer_email: 'nobody',
      description: 7,
      metadata: [],
      template: 'lagos',
      colour: 'blue',
    };
    const answer = await initialize(service, json);
    expectError(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(Object.keys(json).sort());
    for (const messages of Object.values(answer.body.errors ?? {})) {
      expect(messages).toEqual([expect.any(String)]);
    }
  });

  test.each(['amount_minor', 'callback_url', 'Amount', 'mode', 'constructor', 'toString', ''])(
    'gets an error for an unknown field: %j',
    async (field) => {
      await expectRefusal(
        { ...least, [field]: 1 },
        { [field === '' ? '""' : field]: ['is not a known field'] },
      );
    },
  );

  test.each([null, true, 1, 'pay', [], [least]])('must be an object: %j', async (json) => {
    await expectRefusal(json, { body: ['must be a JSON object'] });
  });
});
