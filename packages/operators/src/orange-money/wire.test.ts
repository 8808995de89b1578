import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { element, readAnswer, readFields } from './burkina/wire.ts';
import { readMessage, readPayment, readPayToken } from './cameroon/wire.ts';
import * as sonatel from './sonatel/wire.ts';
import * as webPayment from './web-payment/wire.ts';

function fixtures(variant: string): readonly (readonly [name: string, text: string])[] {
  const folder = new URL(`./${variant}/fixtures/`, import.meta.url);
  return readdirSync(folder).map((file) => {
    const { body } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    return [file.replace('.json', ''), typeof body === 'string' ? body : JSON.stringify(body)];
  });
}

/** Each parser, with its variant and a pattern for the names of the fixtures that it should parse. */
const readers: readonly (readonly [string, string, (text: string) => unknown, RegExp])[] = [
  ['web-payment', 'readPage', webPayment.readPage, /^page$/],
  ['web-payment', 'readCode', webPayment.readCode, /^(order-known|token-expired)$/],
  ['sonatel', 'readLinks', sonatel.readLinks, /^qr$/],
  ['sonatel', 'readList', sonatel.readList, /^list/],
  ['sonatel', 'readTransaction', sonatel.readTransaction, /^(status|cash-in|notification)$/],
  ['sonatel', 'readKey', sonatel.readKey, /^public-key$/],
  ['sonatel', 'readCode', sonatel.readCode, /^(refused|notification)$/],
  ['cameroon', 'readPayToken', readPayToken, /^(init|pay|not-started|status-success)$/],
  ['cameroon', 'readPayment', readPayment, /^(init|pay|not-started|status-success)$/],
  ['cameroon', 'readMessage', readMessage, /^(init|pay|not-started|status-success|notification)$/],
  ['burkina', 'readAnswer', readAnswer, /./],
];

const noise = [
  '',
  'null',
  '[]',
  '""',
  '7',
  '{',
  '{}',
  '{"data":null}',
  '{"data":[]}',
  '<html><head><title>502</title></head><body><h1>502</h1></body></html>',
  `{"status":"SUCCESS`,
  'x'.repeat(200_000),
];

describe.each(readers)('%s %s', (variant, _, read, own) => {
  test('parses its own documented responses and no others', () => {
    for (const [name, text] of fixtures(variant)) {
      if (own.test(name)) expect(read(text), name).toBeDefined();
      else expect(read(text), name).toBeUndefined();
    }
  });
  test.each(noise)('rejects noise: case %#', (text) => {
    // An empty list is a valid response: it means that there is no such transaction.
    const isEmptyList = text === '[]' || text === '{"data":[]}';
    expect(read(text)).toEqual(read === sonatel.readList && isEmptyList ? [] : undefined);
  });
  test('rejects a truncated response', () => {
    for (const [, text] of fixtures(variant)) expect(read(text.slice(0, -1))).toBeUndefined();
  });
});

describe('web-payment', () => {
  test('an unknown status is kept as text', () => {
    expect(webPayment.readStatus('{"status":"FROZEN","more":1}')).toMatchObject({ status: 'FROZEN' });
  });
  test.each(['javascript:alert(1)', 'data:text/html,x', '', 7])(
    '%j is not accepted as the address of a page',
    (payment_url) => {
      expect(webPayment.readPage(JSON.stringify({ pay_token: 'v1', payment_url }))).toBeUndefined();
    },
  );
});

describe('sonatel', () => {
  test.each(['data', 'content', 'transactions'])('a list inside %s is read', (name) => {
    const one = { transactionId: 'MP1', status: 'SUCCESS', reference: 'x' };
    expect(sonatel.readList(JSON.stringify({ [name]: [one], page: 0 }))).toEqual([one]);
  });
  test('only http(s) URLs are links, universal ones first', () => {
    const links = {
      deepLink: 'sameaosnapp://pay',
      deepLinks: { MAXIT: 'https://m.example', OM: 'https://o.example' },
    };
    expect(sonatel.readLinks(JSON.stringify({ qrId: '1', ...links }))?.links).toEqual([
      'https://m.example',
      'https://o.example',
    ]);
    expect(sonatel.readLinks('{"qrId":"1","shortLink":"javascript:alert(1)"}')?.links).toEqual([]);
  });
  test.each<[unknown, unknown]>([
    [undefined, undefined],
    [null, undefined],
    [1500, 1500],
    ['1500', '1500'],
    [{ value: 1500, unit: 'XOF' }, 1500],
    [{ value: '1500' }, '1500'],
    [{ value: 1500, unit: 'EUR' }, null],
    [{}, null],
    [true, null],
  ])('the amount %j is parsed, and an invalid one becomes null', (told, expected) => {
    expect(sonatel.readAmount(told)).toEqual(expected);
  });
});

describe('burkina', () => {
  const paid = '<status>200</status><message>ok</message><transID>OM1</transID>';
  const read = { status: '200', message: 'ok', transaction_id: 'OM1' };
  test.each([
    ['as it is', paid],
    ['inside an element', `<COMMAND>${paid}</COMMAND>`],
    ['after a declaration', `<?xml version="1.0" encoding="UTF-8"?>\n<response>\n${paid}\n</response>`],
    ['with spaces between elements', paid.replaceAll('><', '>\n  <')],
  ])('a fragment %s is read', (_, text) => {
    expect(readAnswer(text)).toEqual(read);
  });
  test('characters are decoded by name and by number', () => {
    expect(readFields('<a>&lt;&#233;&#xE9;&amp;lt;&gt;</a>')?.get('a')).toBe('<éé&lt;>');
    expect(readFields(element('a', `<&>"'é`))?.get('a')).toBe(`<&>"'é`);
  });
  test.each(['Marchand A & B', 'Réf. &bomb; 12', '5 &lt; 6 & 7', '&#99999999999;'])(
    'a message that cannot be decoded is kept as it is, because the response is the only one: %s',
    (message) => {
      const text = `<status>200</status><message>${message}</message><transID>OM1</transID>`;
      expect(readAnswer(text)).toEqual({ ...read, message });
    },
  );
  test.each([
    ['a custom entity', '<!DOCTYPE x [<!ENTITY a "200">]><status>&a;</status>'],
    ['an unknown entity in the status', '<status>&two;00</status>'],
    ['an ampersand in the id', '<status>200</status><transID>OM1&2</transID>'],
    ['a message twice', '<status>200</status><message>a & b</message><message>b</message>'],
    ['a status twice', '<status>200</status><status>08</status>'],
    ['text between', 'paid <status>200</status>'],
    ['text after', '<status>200</status> or not'],
    ['a comment', '<!-- <status>200</status> --><status>08</status>'],
    ['a CDATA section', '<status><![CDATA[200]]></status>'],
    ['an attribute', '<status code="08">200</status>'],
    ['elements inside', '<a><status>200</status></a><b>1</b>'],
    ['no closing tag', '<status>200'],
    ['a different closing tag', '<status>200</stat>'],
    ['a status of several words', '<status>200 not really</status>'],
    ['no status', '<message>ok</message>'],
    ['an oversized response', `<status>200</status><message>${'a'.repeat(70_000)}</message>`],
  ])('%s is rejected', (_, text) => {
    expect(readAnswer(text)).toBeUndefined();
  });
  test('a hostile fragment is rejected quickly', () => {
    const started_ms = performance.now();
    expect(readAnswer('<a>'.repeat(20_000))).toBeUndefined();
    expect(readAnswer(`<status>${'&#'.repeat(30_000)}</status>`)).toBeUndefined();
    expect(readAnswer(`<${'a'.repeat(60_000)}`)).toBeUndefined();
    expect(performance.now() - started_ms).toBeLessThan(2_000);
  });
});
