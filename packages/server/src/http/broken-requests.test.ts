import type { Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, initialize, initialize_path, least } from '../testing/api.ts';
import { countRows } from '../testing/rows.ts';
import { openSocket, readAnswer, readToEnd, sendBytes } from '../testing/send-bytes.ts';
import { makeApp } from './make-app.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

function expectEnvelope(text: string, status: number, code: string): void {
  const answer = readAnswer(text);
  expect(answer.status).toBe(status);
  const body = JSON.parse(answer.body);
  expect(body).toEqual({
    message: expect.any(String),
    data: null,
    errors: null,
    code,
    request_id: expect.stringMatching(/^req_[0-9A-Z]{26}$/),
  });
  expect(answer.head).toContain(`x-request-id: ${body.request_id}`);
}

const head = `POST ${initialize_path} HTTP/1.1\r\nhost: localhost\r\n`;

function get(headers: string, target = '/healthz'): string {
  return `GET ${target} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`;
}

describe('a malformed request gets a 400 in the envelope', () => {
  const cases: readonly [what: string, bytes: string | Uint8Array][] = [
    ['noise', 'hello\r\n\r\n'],
    ['a TLS handshake', Buffer.of(0x16, 0x03, 0x01, 0x00, 0xa5, 0x01, 0x00, 0x00, 0xa1, 0x03, 0x03)],
    ['an unknown method', 'PAY / HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['a NUL in the URL', 'GET /pay/\u0000 HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['a NUL in a header', `${head}x-a: \u0000\r\n\r\n`],
    ['a header without a name', `${head}: x\r\n\r\n`],
    ['a length that is not a number', `${head}content-length: ten\r\n\r\n`],
    ['two lengths', `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['a length and chunks', `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`],
    [
      'a chunk with an invalid length',
      `${head}transfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\nxyz\r\n`,
    ],
    ['20 KB of headers', `${head}x-a: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a request line of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`],
    ['no host', get('')],
    ['two hosts', get('host: a.example\r\nhost: b.example\r\n')],
    ['the same host twice', get('host: a.example\r\nHost: a.example\r\n')],
    ['two hosts with another header between them', get('host: a.example\r\nx-a: 1\r\nHOST: b.example\r\n')],
    ['a list of hosts', get('host: a.example, b.example\r\n')],
    ['an empty host', get('host:\r\n')],
    ['a host with a path', get('host: a.example/b\r\n')],
    ['a host with a user', get('host: me@a.example\r\n')],
    ['a host with a space', get('host: a.example b\r\n')],
    ['an invalid port', get('host: a.example:http\r\n')],
    ['an invalid IPv6 address', get('host: [::g]\r\n')],
    ['two hosts in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nhost: a.example\r\nhost: b.example\r\n\r\n'],
    ['a URL of a different host', get('host: a.example\r\n', 'http://b.example/healthz')],
    ['a URL with a user', get('host: a.example\r\n', 'http://me@a.example/healthz')],
    ['a URL of a different port', get('host: a.example\r\n', 'http://a.example:81/healthz')],
  ];
  test.each(cases)('%s', async (_, bytes) => {
    expectEnvelope(await sendBytes(service.url, bytes), 400, 'invalid_request');
  });
});

test.each([
  ['an unknown expectation', `${head}expect: 200-ok\r\nconnection: close\r\n\r\n`, 401],
  ['HTTP/1.0 without a host', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
  ['a port', get('host: pay.example:3000\r\n'), 200],
  ['an empty port', get('host: pay.example:\r\n'), 200],
  ['an IPv6 address', get('host: [::1]:3000\r\n'), 200],
  ['a host with an underscore', get('host: guichet_web\r\n'), 200],
  ['an absolute URL', get('host: Pay.example\r\n', 'http://pay.example/healthz'), 200],
  ['an absolute URL with a query', get('host: pay.example\r\n', 'HTTP://pay.example/healthz?a=b'), 200],
])('a request with %s is accepted', async (_, bytes, status) => {
  expect(readAnswer(await sendBytes(service.url, bytes)).status).toBe(status);
});

test('a client that disconnects midway affects no other request', async () => {
  const before = await countRows(service);
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(service.url)));
  for (const [index, socket] of sockets.entries()) {
    const full = `${head}authorization: Bearer ${service.demo.test_key}\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"amount"`;
    socket.write(full.slice(0, full.length - index * 8));
    if (index % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
  }
  expect((await callApi(service, '/api/v1/nothing')).status).toBe(404);
  expect(await countRows(service)).toEqual(before);
});

test('pipelined requests get responses in order', async () => {
  const getOf = (path: string, last: boolean): string =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${last ? 'connection: close\r\n' : ''}\r\n`;
  const text = await sendBytes(
    service.url,
    getOf('/healthz', false) + getOf('/api/v1/x', false) + getOf('/readyz', true),
  );
  expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual([
    '200',
    '404',
    '200',
  ]);
});

test('a request that takes too long to arrive gets a 408', async () => {
  const app = makeApp(pino({ level: 'silent' }));
  onTestFinished(() => app.close());
  const accepted = new Promise<Socket>((resolve) => app.server.once('connection', resolve));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = await openSocket(url);
  const answer = readToEnd(socket);
  // The error that Node emits after 30 s, emitted now.
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', late, await accepted);
  expectEnvelope(await answer, 408, 'request_timeout');
});

test('no malformed request is logged as a server error', async () => {
  expect((await initialize(service, least)).status).toBe(201);
  expect(service.logs.filter(({ level, request_id }) => request_id && level !== 'info')).toEqual([]);
});
