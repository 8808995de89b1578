import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Guichet, type GuichetOptions } from '@guichet/client';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the server does with one request: answers it, or fails in one of the ways that networks do. */
export type Reply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | 'drop'
  | 'drop after headers'
  | 'never answer'
  | 'stall after headers';

/** A real HTTP server for one test. It gives the replies in order; the last one serves every request after. */
export async function startServer(...replies: [Reply, ...Reply[]]) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const reply = replies[Math.min(received.length, replies.length - 1)] ?? replies[0];
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    give(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const base_url = `http://127.0.0.1:${port}/api/v1`;
  return {
    base_url,
    received,
    client: (options: Partial<GuichetOptions> = {}) =>
      new Guichet({ apiKey: 'svc_test_key', baseUrl: base_url, ...options }),
  };
}

function give(response: ServerResponse, reply: Reply): void {
  if (reply === 'never answer') return;
  if (reply === 'drop') {
    response.destroy();
    return;
  }
  if (typeof reply === 'string') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"message":', () => {
      if (reply === 'drop after headers') response.destroy();
    });
    return;
  }
  const { status, headers, body } = reply;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
}

/** A success in the service's envelope. */
export function success(data: unknown, status = 200): Reply {
  return { status, headers: { 'x-request-id': 'req_1' }, body: { message: 'Done.', data, errors: null } };
}

/** An error in the service's envelope. */
export function failure(
  status: number,
  code: string,
  extra: { errors?: unknown; headers?: Record<string, string> } = {},
): Reply {
  return {
    status,
    headers: { 'x-request-id': 'req_1', ...extra.headers },
    body: { message: `It is ${code}.`, data: null, errors: extra.errors ?? null, code, request_id: 'req_1' },
  };
}

/** What a promise is rejected with; it is a failure of the test when it is not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection, but the promise was fulfilled');
}

export const order = { amount: 25_000, currency: 'XOF', return_url: 'https://shop.example/back' };
