import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import type { HttpResult } from './contract.ts';
import { makeHttp } from './make-http.ts';
import { certificate, private_key } from './testing/certificate.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Listening {
  listen(port: number, host: string): unknown;
  address(): unknown;
  close(): unknown;
  once(event: string, run: () => void): unknown;
}

async function portOf(server: Listening): Promise<number> {
  const listening = new Promise<void>((resolve) => server.once('listening', resolve));
  server.listen(0, '127.0.0.1');
  await listening;
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A server that handles each raw connection, after the whole request has arrived. */
async function serveSockets(handle: (socket: Socket) => void): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      requests.push(bytes.toString());
      handle(socket);
    });
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${await portOf(server)}/pay`, requests };
}

async function serveHttp(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await portOf(server);
  closers.push(() => server.closeAllConnections());
  return `http://127.0.0.1:${port}/pay`;
}

function send(url: string, timeout_ms = 5_000, headers: Record<string, string> = {}): Promise<HttpResult> {
  const client = makeHttp();
  closers.push(() => client.close());
  return client.http(
    { method: 'POST', url, headers, body: '{"amount":"1500"}' },
    AbortSignal.timeout(timeout_ms),
  );
}

/** A client all of whose connections are in use: the server holds back its first 32 responses. */
async function fillConnections() {
  const heard: string[] = [];
  const held: (() => void)[] = [];
  const ports = new Set<number | undefined>();
  const url = await serveHttp((message, response) => {
    let body = '';
    message.on('data', (bytes) => {
      body += bytes;
    });
    message.on('end', () => {
      ports.add(message.socket.remotePort);
      heard.push(body);
      const answer = () => response.end('{}');
      if (heard.length > 32) answer();
      else held.push(answer);
    });
  });
  const client = makeHttp();
  closers.push(() => client.close());
  for (let sent = 0; sent < 32; sent += 1) {
    void client.http({ method: 'POST', url, body: String(sent) }, AbortSignal.timeout(20_000));
  }
  await expect.poll(() => held.length).toBe(32);
  return { client, url, heard, held, ports };
}

describe('a request was certainly not sent if', () => {
  test('nothing listens', async () => {
    const server = createSocketServer();
    const port = await portOf(server);
    server.close();
    await once(server, 'close');
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'not_sent', cause: 'ECONNREFUSED' });
  });

  test('the name has two addresses, and nothing listens at either', async () => {
    const server = createSocketServer();
    const port = await portOf(server);
    server.close();
    await once(server, 'close');
    expect(await send(`http://localhost:${port}/`)).toEqual({ kind: 'not_sent', cause: 'ECONNREFUSED' });
  });

  test('the name is unknown', async () => {
    const result = await send('http://no-such-provider.invalid/');
    expect(result.kind).toBe('not_sent');
  });

  test('the certificate is not trusted', async () => {
    let heard = '';
    const server = createSecureServer({ key: private_key, cert: certificate }, (socket) => {
      socket.on('data', (bytes) => {
        heard += bytes;
      });
      socket.on('error', () => undefined);
    });
    server.on('tlsClientError', () => undefined);
    const port = await portOf(server);
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ kind: 'not_sent' });
    expect(heard).toBe('');
  });

  test('the deadline has already passed', async () => {
    const { url, requests } = await serveSockets(() => undefined);
    const client = makeHttp();
    closers.push(() => client.close());
    const result = await client.http({ method: 'GET', url }, AbortSignal.abort());
    expect(result).toEqual({ kind: 'not_sent', cause: 'timeout' });
    expect(requests).toEqual([]);
  });

  test('it is still waiting for a free connection at its deadline, and it is not sent later either', async () => {
    const { client, url, heard, held, ports } = await fillConnections();
    const started_ms = performance.now();
    const call = { method: 'POST', url, body: 'late' } as const;
    expect(await client.http(call, AbortSignal.timeout(300))).toEqual({ kind: 'not_sent', cause: 'timeout' });
    expect(performance.now() - started_ms).toBeLessThan(2_000);
    for (const answer of held) answer();
    for (const body of ['after', 'again']) {
      const reply = client.http({ ...call, body }, AbortSignal.timeout(5_000));
      expect(await reply).toMatchObject({ kind: 'reply', text: '{}' });
    }
    expect(heard.slice(32)).toEqual(['after', 'again']);
    expect(ports.size).toBe(32);
  });

  test('it is still waiting for a free connection when the client is closed', async () => {
    const { client, url, heard } = await fillConnections();
    const waiting = client.http({ method: 'POST', url, body: 'late' }, AbortSignal.timeout(5_000));
    await client.close();
    expect(await waiting).toMatchObject({ kind: 'not_sent' });
    expect(heard).not.toContain('late');
  });

  test('no connection is made before its deadline', async () => {
    const client = makeHttp(() => undefined);
    closers.push(() => client.close());
    const call = { method: 'POST', url: 'http://127.0.0.1:9/', body: 'x' } as const;
    expect(await client.http(call, AbortSignal.timeout(100))).toEqual({ kind: 'not_sent', cause: 'timeout' });
  });

  test.each([
    ['an invalid address', 'nowhere', {}],
    ['an invalid header', 'http://127.0.0.1:9/', { authorization: 'Bearer a\nb' }],
  ])('it has %s', async (_, url, headers) => {
    expect(await send(url, 5_000, headers)).toMatchObject({ kind: 'not_sent' });
  });
});

describe('a request may have arrived if', () => {
  test('the connection ends after the request was read, and it is not sent again', async () => {
    const { url, requests } = await serveSockets((socket) => socket.destroy());
    expect(await send(url)).toEqual({ kind: 'lost', cause: 'unreachable' });
    expect(requests).toHaveLength(1);
  });

  test('a persistent connection ends at the next request, which is not sent again', async () => {
    let answered = 0;
    const { url, requests } = await serveSockets((socket) => {
      answered += 1;
      if (answered > 1) socket.destroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
    const client = makeHttp();
    closers.push(() => client.close());
    const call = { method: 'POST', url, body: 'x' } as const;
    expect(await client.http(call, AbortSignal.timeout(5_000))).toMatchObject({ kind: 'reply', text: '{}' });
    expect(await client.http(call, AbortSignal.timeout(5_000))).toEqual({
      kind: 'lost',
      cause: 'unreachable',
    });
    expect(requests).toHaveLength(2);
  });

  test('no response arrives in time', async () => {
    const { url, requests } = await serveSockets(() => undefined);
    expect(await send(url, 1_000)).toEqual({ kind: 'lost', cause: 'timeout' });
    expect(requests).toHaveLength(1);
  });

  test('the response stops half-way', async () => {
    const { url } = await serveSockets((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 200\r\n\r\n{"status":');
    });
    expect(await send(url, 1_000)).toEqual({ kind: 'lost', cause: 'timeout' });
  });

  test.each([
    ['is truncated', 'HTTP/1.1 200 OK\r\ncontent-length: 200\r\n\r\n{"status":"COMP'],
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.7\r\n'],
    ['has a header of 64 KB', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(64 * 1024)}\r\n\r\n`],
  ])('the response %s', async (_, text) => {
    const { url } = await serveSockets((socket) => socket.end(text));
    expect(await send(url)).toEqual({ kind: 'lost', cause: 'unreachable' });
  });

  test('the response is too large', async () => {
    const url = await serveHttp((_, response) => response.end('x'.repeat(300 * 1024)));
    expect(await send(url)).toEqual({ kind: 'lost', cause: 'unreachable' });
  });
});

describe('a response', () => {
  test('is returned as received: status, headers in lower case, text', async () => {
    const url = await serveHttp((_, response) => {
      response.writeHead(503, { 'Retry-After': '1', 'Set-Cookie': ['a=1', 'b=2'] }).end('<h1>é</h1>');
    });
    expect(await send(url)).toMatchObject({
      kind: 'reply',
      status: 503,
      headers: { 'retry-after': '1', 'set-cookie': 'a=1, b=2' },
      text: '<h1>é</h1>',
    });
  });

  test('with a redirect is not followed', async () => {
    let heard = 0;
    const url = await serveHttp((_, response) => {
      heard += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await send(url)).toMatchObject({ kind: 'reply', status: 307 });
    expect(heard).toBe(1);
  });

  test('leaves the connection open for later requests', async () => {
    const ports = new Set<number | undefined>();
    const url = await serveHttp((message, response) => {
      ports.add(message.socket.remotePort);
      response.end('{}');
    });
    const client = makeHttp();
    closers.push(() => client.close());
    for (let sent = 0; sent < 10; sent += 1) {
      await client.http({ method: 'GET', url }, AbortSignal.timeout(5_000));
    }
    // The pool may open a second connection while the first is still being returned.
    expect(ports.size).toBeLessThan(4);
  });
});
