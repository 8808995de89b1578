import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildConnector } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Http, HttpResult } from './contract.ts';
import { type Lease, withLease } from './lease.ts';
import { type HttpClient, makeHttp } from './make-http.ts';

let server: Server;
let url: string;
let client: HttpClient;
let arrived: string[] = [];
/** Responses that the server holds back. */
let held: (() => void)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    arrived.push(request.url ?? '');
    if (request.url === '/held') held.push(() => response.end('late'));
    else response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = makeHttp();
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  arrived = [];
  held = [];
});

const send = (http: Http, path: string): Promise<HttpResult> =>
  http({ method: 'POST', url: `${url}${path}`, body: '{}' }, AbortSignal.timeout(30_000));

function leaseOf(ms: number): Lease {
  const until_ms = performance.now() + ms;
  return { isOver: () => performance.now() > until_ms };
}

/** Blocks the process, as if it were stopped and resumed: no timer fires meanwhile. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const connectPlainly = buildConnector({ timeout: 5_000 });

const late: HttpResult = { kind: 'not_sent', cause: 'late' };

describe('a request with a lease', () => {
  test('is sent within the lease', async () => {
    const result = await withLease(leaseOf(30_000), () => send(client.http, '/pay'));
    expect(result).toMatchObject({ kind: 'reply', status: 200 });
    expect(arrived).toEqual(['/pay']);
  });

  test('is not sent after the lease has ended', async () => {
    expect(await withLease(leaseOf(-1), () => send(client.http, '/pay'))).toEqual(late);
    expect(arrived).toEqual([]);
  });

  test('is not sent from a process that was suspended, even over an open connection', async () => {
    await send(client.http, '/warm');
    const sending = withLease(leaseOf(50), async () => {
      // Stands for the work between the commit and the call.
      await new Promise((resolve) => setImmediate(resolve));
      return send(client.http, '/pay');
    });
    standStill(100);
    expect(await sending).toEqual(late);
    expect(arrived).toEqual(['/warm']);
  });

  test('is not sent if the connection took longer than the lease', async () => {
    const slow = makeHttp((options, callback) => {
      // The process is suspended while the connection is being made. When it resumes, the connection is ready.
      standStill(100);
      return connectPlainly(options, callback);
    });
    expect(await withLease(leaseOf(50), () => send(slow.http, '/pay'))).toEqual(late);
    await slow.close();
    expect(arrived).toEqual([]);
  });

  test('is not sent if it waited too long for a free connection', async () => {
    const before = Array.from({ length: 32 }, () => send(client.http, '/held'));
    await expect.poll(() => held.length).toBe(32);
    const waiting = withLease(leaseOf(50), () => send(client.http, '/pay'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const answer of held) answer();
    await Promise.all(before);
    expect(await waiting).toEqual(late);
    expect(arrived).not.toContain('/pay');
  });

  test('that is too late leaves the connection usable for the next request', async () => {
    await withLease(leaseOf(-1), () => send(client.http, '/pay'));
    expect(await send(client.http, '/after')).toMatchObject({ kind: 'reply', status: 200 });
  });
});
