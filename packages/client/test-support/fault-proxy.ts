import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawFates, type Fate } from './fault-schedule.ts';

/** The header that identifies the schedule of a request; requests without it pass unchanged. */
export const schedule_header = 'x-schedule';

export interface FaultProxyOptions {
  /** Address of the service, without a trailing slash. */
  readonly target: string;
  /** Whether to remove the idempotency key from every request, to show what it prevents. */
  readonly without_key?: boolean;
}

export interface FaultProxy {
  /** Address without a trailing slash. */
  readonly url: string;
  /** Number of faults so far, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Starts a proxy between a client and the service that applies each request's schedule of faults. */
export async function startFaultProxy({
  target,
  without_key = false,
}: FaultProxyOptions): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const schedules = new Map<string, Iterator<Fate, Fate>>();
  const counts: Record<string, number> = {};

  const forward = (incoming: IncomingMessage, body: Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { host, connection, [schedule_header]: _, ...headers } = incoming.headers;
      if (without_key) delete headers['idempotency-key'];
      const { method, url } = incoming;
      request(target + url, { method, headers, agent }, (response) => {
        const { statusCode: status = 0 } = response;
        buffer(response).then((text) => resolve({ status, headers: response.headers, body: text }), reject);
      })
        .on('error', reject)
        .end(body);
    });

  const server = createServer((incoming, response) => {
    const fate = nextFate(schedules, incoming.headers[schedule_header]);
    counts[fate] = (counts[fate] ?? 0) + 1;
    suffer(fate, incoming, response, forward).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

function nextFate(schedules: Map<string, Iterator<Fate, Fate>>, seed: string | string[] | undefined): Fate {
  if (typeof seed !== 'string') return 'pass';
  const schedule = schedules.get(seed) ?? drawFates(Number(seed));
  schedules.set(seed, schedule);
  return schedule.next().value ?? 'pass';
}

async function suffer(
  fate: Fate,
  incoming: IncomingMessage,
  response: ServerResponse,
  forward: (incoming: IncomingMessage, body: Buffer) => Promise<Answer>,
): Promise<void> {
  const body = await buffer(incoming);
  if (fate === 'lost before') return void response.destroy();
  if (fate === 'busy before') return refuse(response, 503);
  if (fate === 'limited before') return refuse(response, 429);
  if (fate === 'late') await sleep(20);
  const [answer] = await Promise.all([
    forward(incoming, body),
    ...(fate === 'twice' ? [forward(incoming, body)] : []),
  ]);
  if (fate === 'lost after') return void response.destroy();
  if (fate === 'busy after') return refuse(response, 503);
  if (fate === 'silent after') return;
  response.writeHead(answer.status, answer.headers);
  if (fate === 'cut after') {
    response.write(answer.body.subarray(0, answer.body.length >> 1), () => response.destroy());
    return;
  }
  response.end(answer.body);
}

/** Sends a response as gateways do, without the service's envelope. */
function refuse(response: ServerResponse, status: 429 | 503): void {
  response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '0' }).end('<h1>Sorry</h1>');
}
