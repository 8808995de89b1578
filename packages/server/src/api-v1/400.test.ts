import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, expectError, initialize_path, least } from '../testing/api.ts';
import { countRows } from '../testing/rows.ts';
import { openSocket, readAnswer, readToEnd, sendBytes } from '../testing/send-bytes.ts';

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

const good = JSON.stringify(least);
const json_type = { 'content-type': 'application/json' };

function post(body: string | Uint8Array | undefined, headers: Record<string, string> = json_type) {
  return callApi(service, initialize_path, {
    method: 'POST',
    key: service.demo.test_key,
    headers,
    ...(body !== undefined && { body }),
  });
}

describe('a body that is not JSON gets a 400', () => {
  const bodies: readonly [what: string, body: string | Uint8Array][] = [
    ['an empty body', ''],
    ['spaces', '  \n'],
    ['truncated JSON', good.slice(0, -5)],
    ['text after the JSON', `${good} x`],
    ['two JSON objects', `${good}${good}`],
    ['single quotes', `{'amount': 100}`],
    ['a trailing comma', '{"amount": 100,}'],
    ['a comment', `/* pay */ ${good}`],
    ['NaN', '{"amount": NaN}'],
    ['Infinity', '{"amount": -Infinity}'],
    ['a number with a leading zero', '{"amount": 0100}'],
    ['a hexadecimal number', '{"amount": 0x10}'],
    ['undefined', 'undefined'],
    ['a NUL', '\u0000'],
    ['a NUL in a string', '{"description": "a\u0000b"}'],
    ['a line break in a string', '{"description": "a\nb"}'],
    ['an invalid escape', '{"description": "\\x41"}'],
    ['XML', '<?xml version="1.0"?><amount>100</amount>'],
    ['20,000 unclosed brackets', '['.repeat(20_000)],
    ['10,000 unclosed braces', '{"a":'.repeat(10_000)],
    ['65 nested arrays', '['.repeat(65) + ']'.repeat(65)],
    ['30,000 nested arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['10,000 nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a key that would change the prototype', '{"__proto__": {"amount": 100}}'],
    ['the same key, escaped', '{"\\u005f_proto__": {"amount": 100}}'],
    ['the same key in a nested object', `{"metadata": {"a": {"__proto__": {"b": 1}}}}`],
    [
      'a constructor key that would change the prototype',
      '{"metadata": {"constructor": {"prototype": {"b": 1}}}}',
    ],
    ['UTF-16', Buffer.from(good, 'utf16le')],
    ['Latin-1', Buffer.from('{"description": "café"}', 'latin1')],
    [
      'a byte that is invalid in UTF-8',
      Buffer.concat([Buffer.from('{"description": "'), Buffer.of(0xff), Buffer.from('"}')]),
    ],
    ['UTF-8 cut off within a character', Buffer.from('{"description": "é').subarray(0, -1)],
    [
      'a lone surrogate encoded as three bytes',
      Buffer.concat([Buffer.from('{"description": "'), Buffer.of(0xed, 0xa0, 0x80), Buffer.from('"}')]),
    ],
    ['gzip', Buffer.of(0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0)],
  ];
  test.each(bodies)('%s', async (_, body) => {
    expectError(await post(body), 400, 'invalid_json');
  });

  test.each([
    ['a repeated field', good.replace('{', '{"amount": 1, '), 'amount'],
    ['a repeated field with the same value', good.replace('{', '{"amount": 25000, '), 'amount'],
    ['a repeated field, escaped once', good.replace('{', '{"\\u0061mount": 1, '), 'amount'],
    [
      'a repeated field in a nested object',
      good.replace('{', '{"metadata": {"order": {"id": 1, "id": 2}}, '),
      'id',
    ],
    ['a repeated unknown field', good.replace('{', '{"x": 1, "x": 2, '), 'x'],
  ])('%s', async (_, body, key) => {
    const answer = await post(body);
    expectError(answer, 400, 'invalid_json');
    expect(answer.body.message).toBe(`The body has the field "${key}" twice in one object.`);
  });

  test('with a message that shortens a long repeated field', async () => {
    const key = 'k'.repeat(30_000);
    const answer = await post(`{"${key}":1,"${key}":2}`);
    expectError(answer, 400, 'invalid_json');
    expect(answer.body.message).toContain('"kkkk');
    expect(String(answer.body.message).length).toBeLessThan(200);
  });

  test('__proto__ in a body does not change built-in objects', async () => {
    await post('{"__proto__": {"polluted": true}}');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('a body that is too large gets a 413', () => {
  test.each([
    ['2 MB of text', JSON.stringify({ ...least, description: 'a'.repeat(2_000_000) })],
    ['2 MB of spaces', ' '.repeat(2_000_000)],
    ['100,000 brackets', '['.repeat(100_000)],
  ])('%s', async (_, body) => {
    expectError(await post(body), 413, 'body_too_large');
  });

  test('as soon as its declared length exceeds the limit', async () => {
    const socket = await openSocket(service.url);
    const answer = readToEnd(socket);
    socket.write(requestHead({ 'content-length': '2000000', 'content-type': 'application/json' }));
    expect(readAnswer(await answer).status).toBe(413);
  });

  test('as soon as the limit is exceeded, when no length is declared', async () => {
    const socket = await openSocket(service.url);
    const answer = readToEnd(socket);
    socket.write(requestHead({ 'transfer-encoding': 'chunked', 'content-type': 'application/json' }));
    for (let part = 0; part < 10; part++) socket.write(`4000\r\n${' '.repeat(0x4000)}\r\n`);
    expect(readAnswer(await answer).status).toBe(413);
  });
});

describe('a body not declared as JSON gets a 415', () => {
  const types: readonly [what: string, type: string | undefined, body: string][] = [
    ['no content type', undefined, good],
    ['an empty content type', '', good],
    ['text', 'text/plain', good],
    ['a form', 'application/x-www-form-urlencoded', 'amount=25000&currency=XOF'],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--'],
    ['XML', 'application/xml', '<a/>'],
    ['binary data', 'application/octet-stream', good],
    ['a type similar to JSON', 'application/jsonp', good],
    ['a malformed content type', 'json', good],
  ];
  test.each(types)('%s', async (_, type, body) => {
    expectError(
      await post(body, type === undefined ? {} : { 'content-type': type }),
      415,
      'unsupported_media_type',
    );
  });
});

test('a request with neither a body nor a content type gets a 422 for its body', async () => {
  const answer = await post(undefined, {});
  expectError(answer, 422, 'invalid_fields');
  expect(answer.body.errors).toEqual({ body: ['must be a JSON object'] });
});

describe('a malformed path gets a 400', () => {
  test.each(['/api/v1/checkout/%', '/api/v1/checkout/%ff', '/api/v1/checkout/%c0%af', '/api/v1/%zz'])(
    '%s',
    async (path) => {
      expectError(await callApi(service, path), 400, 'invalid_request');
    },
  );
});

describe('a request with a broken body', () => {
  test('writes nothing when the body is cut off', async () => {
    const socket = await openSocket(service.url);
    socket.write(
      `${requestHead({ 'content-length': String(good.length), 'content-type': 'application/json' })}${good.slice(0, -1)}`,
    );
    socket.end();
    await readToEnd(socket);
  });

  test('with conflicting lengths gets a 400, and the rest is not read as a second request', async () => {
    const smuggled = `${requestHead({ 'content-type': 'application/json', 'content-length': '2' })}{}`;
    const head = requestHead({ 'content-length': '4', 'transfer-encoding': 'chunked' });
    const answer = await sendBytes(service.url, `${head}0\r\n\r\n${smuggled}`);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(readAnswer(answer).status).toBe(400);
  });
});

function requestHead(headers: Record<string, string>): string {
  const all = { host: 'localhost', authorization: `Bearer ${service.demo.test_key}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${initialize_path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
