import fc from 'fast-check';
import { addHeader, type Change, setHeader } from './draft.ts';
import type { World } from './make-world.ts';

/** Text that a header may contain (RFC 9110 section 5.5), one byte per character. */
const headerText = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~\u0080éÿ\t'),
    maxLength: 40,
  }),
  fc.constantFrom('', ' ', ',', '""', '"', '*', '*/*', '__proto__', 'null', '-1', '0', '%00', '{{7*7}}'),
  fc.constantFrom(10, 300, 8_000).map((length) => 'a'.repeat(length)),
);

export function headerChanges({ own, another_merchant, other_mode }: World): fc.Arbitrary<Change> {
  const others = [another_merchant.key, other_mode.key, own.revoked_key];
  return fc.oneof(
    { weight: 4, arbitrary: authorization(own.key, others) },
    { weight: 4, arbitrary: contentType },
    { weight: 4, arbitrary: idempotencyKey },
    { weight: 4, arbitrary: anyHeader },
  );
}

function authorization(own: string, others: readonly string[]): fc.Arbitrary<Change> {
  const values = fc.oneof(
    fc.constantFrom(...others).map((key) => `Bearer ${key}`),
    fc.constantFrom(
      undefined,
      '',
      own,
      'Bearer',
      'Bearer ',
      `Bearer  ${own}`,
      `bearer ${own}`,
      `BEARER ${own} `,
      `Bearer\t${own}`,
      `Bearer ${own},`,
      `Bearer ${own} ${own}`,
      `Bearer ${own}, Bearer ${own}`,
      `Bearer "${own}"`,
      `Basic ${Buffer.from(`${own}:`).toString('base64')}`,
      `Bearer ${own.toUpperCase()}`,
      `Bearer ${own.slice(0, -1)}`,
      `Bearer ${own}0`,
      `Bearer ${own.replace('test', 'live')}`,
      `Bearer ${'a'.repeat(8_000)}`,
    ),
    headerText,
    headerText.map((text) => `Bearer ${text}`),
  );
  return fc.oneof(
    {
      weight: 5,
      arbitrary: values.map(
        (value): Change =>
          (draft) =>
            setHeader(draft, 'authorization', value),
      ),
    },
    {
      weight: 1,
      arbitrary: values.map(
        (value): Change =>
          (draft) =>
            addHeader(draft, 'Authorization', value ?? ''),
      ),
    },
  );
}

const types = [
  undefined,
  '',
  'json',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json;charset=UTF-8',
  'application/json ; charset="utf-8"; a=b',
  'application/json;;;',
  'application/json, text/plain',
  'APPLICATION/JSON',
  ' application/json',
  'application/jsonp',
  'application/json/json',
  'application/vnd.api+json',
  'application/merge-patch+json',
  'application/problem+json',
  'text/json',
  'text/plain',
  'text/plain; charset=utf-8',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-ndjson',
  '*/*',
  '__proto__',
];
const contentType = fc.oneof(
  fc.constantFrom(...types).map(
    (type): Change =>
      (draft) =>
        setHeader(draft, 'content-type', type),
  ),
  headerText.map(
    (type): Change =>
      (draft) =>
        setHeader(draft, 'content-type', type),
  ),
  fc.constantFrom('text/plain', 'application/json').map((type): Change => {
    return (draft) => addHeader(draft, 'Content-Type', type);
  }),
);

/** Only a few keys, so that some are repeated, both with the same request and with a different one. */
const common_keys = ['a', '"a"', 'order-1', '"order-1"', 'k'.repeat(255), 'key with spaces'];
const odd_keys = [
  '',
  ' ',
  '"',
  '""',
  '" "',
  '"a',
  'a"',
  '"a\\"b"',
  '"a\\',
  '"a\\b"',
  'k'.repeat(256),
  `"${'k'.repeat(255)}"`,
  `"${'k'.repeat(256)}"`,
  'é',
  'a\tb',
  'a, b',
  '"a";q=1',
  '__proto__',
  'k'.repeat(7_000),
];
const idempotencyKey = fc.oneof(
  fc.constantFrom(...common_keys).map(
    (key): Change =>
      (draft) =>
        setHeader(draft, 'idempotency-key', key),
  ),
  fc.oneof(fc.constantFrom(...odd_keys), headerText).map(
    (key): Change =>
      (draft) =>
        setHeader(draft, 'idempotency-key', key),
  ),
  fc.constantFrom(...common_keys).map((key): Change => {
    return (draft) => addHeader(addHeader(draft, 'Idempotency-Key', key), 'idempotency-key', key);
  }),
);

/** Headers that proxies or our own code might act on. */
const named: readonly (readonly [name: string, ...values: readonly string[]])[] = [
  ['accept', 'text/html', 'application/xml', '*/*;q=0', 'application/json;q=2', 'text/event-stream', ''],
  ['accept-encoding', 'gzip', 'br', 'identity;q=0', '*;q=0'],
  ['accept-language', 'fr', '*', 'xx-YY;q=9', ''],
  ['accept-version', '1.0.0', '2', 'x'],
  ['accept-charset', 'utf-16'],
  ['content-encoding', 'gzip', 'br', 'identity', 'deflate, gzip'],
  ['content-language', 'fr'],
  ['content-range', 'bytes 0-1/2'],
  ['expect', '100-continue', '200-ok'],
  ['host', '', 'shop.example', 'a b', '127.0.0.1:99999', '[::1', 'localhost/x', '__proto__'],
  ['connection', 'close', 'upgrade', 'x', 'keep-alive, close'],
  ['upgrade', 'websocket', 'h2c', 'TLS/1.0'],
  ['transfer-encoding', 'chunked'],
  ['te', 'trailers', 'gzip'],
  ['origin', 'null', 'https://shop.example'],
  ['referer', 'https://shop.example/'],
  ['cookie', '__proto__=1', 'a=b; a=c', '=;;'],
  ['range', 'bytes=0-1', 'bytes=-', 'lines=1'],
  ['if-none-match', '*', '"a"'],
  ['if-match', '*', '"a"'],
  ['if-modified-since', 'Thu, 01 Jan 1970 00:00:00 GMT', 'x'],
  ['x-request-id', 'req_mine', ''],
  ['x-http-method-override', 'DELETE', 'PUT'],
  ['x-method-override', 'DELETE'],
  ['x-original-url', '/api/v1/balances'],
  ['x-rewrite-url', '/healthz'],
  ['x-forwarded-for', '127.0.0.1', 'x', '1.2.3.4, 5.6.7.8', '::1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'https', 'gopher'],
  ['forwarded', 'for=127.0.0.1;host=evil.example;proto=https', '"'],
  ['last-event-id', '1', 'x', '\u00ff'],
  ['sec-fetch-site', 'cross-site'],
  ['access-control-request-method', 'DELETE'],
  ['traceparent', '00-x-y-z'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
];

/**
 * Headers that change the framing of the request get no random text, because `broken-requests.test.ts` covers that.
 */
const framing = new Set(['transfer-encoding', 'connection', 'upgrade', 'expect']);

const anyHeader: fc.Arbitrary<Change> = fc
  .constantFrom(...named)
  .chain(([name, ...values]) => {
    const odd = { weight: framing.has(name) ? 0 : 1, arbitrary: headerText };
    return fc.tuple(
      fc.constant(name),
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, odd),
      fc.boolean(),
    );
  })
  .map(([name, value, isAnother]): Change => {
    return (draft) => (isAnother ? addHeader : setHeader)(draft, name, value);
  });
