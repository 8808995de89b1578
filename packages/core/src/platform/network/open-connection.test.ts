import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pour, type RawReceiver, startRawReceiver } from '../../../../../test-support/raw-receiver.ts';
import { type Receiver, startReceiver } from '../../../../../test-support/receiver.ts';
import { makeSender } from '../../events/webhooks/delivery/send.ts';
import { type Issued, issueCertificate } from '../../events/webhooks/doctor/testing/certificate.ts';
import { makeGuard } from './guard-address.ts';
import { makeOpener } from './open-connection.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0).reverse()) await close();
});

describe('a connection to an address other than the one its name resolved to', () => {
  // A guard whose resolver returns a disallowed address, as it might if it had a bug.
  const mistaken = {
    ...makeGuard([]),
    lookup: makeGuard(['127.0.0.1']).lookup,
  };
  let receiver: RawReceiver;
  let heard: string;
  beforeAll(async () => {
    receiver = await startRawReceiver((socket) => {
      socket.on('data', (bytes) => {
        heard += bytes.toString('latin1');
      });
    });
  });
  afterAll(() => receiver.close());

  it.each(['http:', 'https:'])('is closed before a byte is sent: %s', async (protocol) => {
    heard = '';
    const opener = makeOpener({
      guardOf: () => mistaken,
      timeout_ms: 10_000,
      bounds: { bytes_max: 1024, lines_max: 100 },
    });
    const before = receiver.opened();
    const opened = new Promise((resolve, reject) => {
      const place = { protocol, hostname: 'localhost', port: String(receiver.port) };
      opener.open(place, (error, socket) => (error ? reject(error) : resolve(socket)));
    });
    await expect(opened).rejects.toMatchObject({ code: 'forbidden_address' });
    await expect.poll(() => receiver.opened()).toBe(before + 1);
    await expect.poll(() => receiver.open()).toBe(0);
    expect(heard).toBe('');
  });
});

describe('a connection with TLS', () => {
  const authority = issueCertificate({ names: ['Authority of the tests'], is_authority: true });
  const usual = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...usual, authority.cert]));
  afterAll(() => setDefaultCACertificates(usual));

  async function sendTo({ cert, key }: Issued, host = 'localhost') {
    const names: unknown[] = [];
    const server = createServer({ cert, key }, (_, response) => response.end('ok'));
    server.on('secureConnection', (socket) => names.push(socket.servername));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sender = makeSender({ networks: ['127.0.0.1'] });
    closers.push(() => new Promise((resolve) => server.close(resolve)), sender.close);
    const result = await sender.send(`https://${host}:${port}/hook`, {}, '{}');
    return { result, names };
  }

  it.each(['localhost', 'shop.localhost', 'localhost.'])(
    'is made to %s, and sends its name to the server',
    async (host) => {
      const issued = issueCertificate({ names: ['localhost', 'shop.localhost'], issuer: authority });
      const { result, names } = await sendTo(issued, host);
      expect(result).toMatchObject({ status_code: 200, error: null });
      expect(names).toEqual([host.replace(/\.$/, '')]);
    },
  );

  it('is also limited in the amount that it may receive', async () => {
    const issued = issueCertificate({ names: ['localhost'], issuer: authority });
    const server = createTlsServer(issued, (socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => pour(socket, '\r\n'.repeat(1000)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sender = makeSender({ networks: ['127.0.0.1'] });
    closers.push(() => new Promise((resolve) => server.close(resolve)), sender.close);
    const result = await sender.send(`https://localhost:${port}/`, {}, '{}');
    expect(result.error).toBe('more lines arrived than a response has');
  });

  const untrusted = issueCertificate({ names: ['localhost'] });
  it.each<[what: string, issued: Issued, error: RegExp]>([
    ['is not trusted', untrusted, /^DEPTH_ZERO_SELF_SIGNED_CERT/],
    [
      'has expired',
      issueCertificate({ names: ['localhost'], issuer: authority, valid_to: new Date('2021-01-01') }),
      /^CERT_HAS_EXPIRED/,
    ],
    [
      'belongs to a different host',
      issueCertificate({ names: ['shop.example'], issuer: authority }),
      /^ERR_TLS_CERT_ALTNAME_INVALID/,
    ],
  ])('is refused if the certificate %s', async (_, issued, error) => {
    // Certificates are verified whatever the environment of the process.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { result } = await sendTo(issued);
    expect(result).toMatchObject({ status_code: null, error: expect.stringMatching(error) });
  });
});

it('webhooks do not use the proxies named in the environment', async () => {
  const proxy: Receiver = await startReceiver();
  const receiver: Receiver = await startReceiver();
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) {
    vi.stubEnv(name, new URL(proxy.url).origin);
  }
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  const sender = makeSender({ networks: ['127.0.0.1'] });
  closers.push(proxy.close, receiver.close, sender.close);
  expect(await sender.send(receiver.url, {}, '{}')).toMatchObject({ status_code: 200 });
  expect(receiver.requests).toHaveLength(1);
  expect(proxy.requests).toEqual([]);
});

it('a webhook request identifies its sender, and reveals nothing else', async () => {
  const receiver = await startReceiver();
  const sender = makeSender({ networks: ['127.0.0.1'] });
  closers.push(receiver.close, sender.close);
  await sender.send(receiver.url, { 'webhook-id': 'evt_1' }, '{}');
  expect(receiver.requests[0]?.headers).toEqual({
    host: new URL(receiver.url).host,
    connection: 'keep-alive',
    'content-type': 'application/json',
    'content-length': '2',
    'user-agent': 'Guichet-Webhooks/1.0',
    'webhook-id': 'evt_1',
  });
});
