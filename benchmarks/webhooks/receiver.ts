import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from './talk.ts';
import { steadyMs } from './time.ts';

/**
 * The merchants' servers, in a process of their own: the path `/hang` never responds, `/refuse` responds with 500.
 */
let is_troubled = false;
let first_ms = new Map<string, number>();
let again = 0;
const held = new Set<ServerResponse>();

const server = createServer((request, response) => {
  const { url, headers } = request;
  const id = String(headers['webhook-id']);
  request.resume();
  request.on('end', () => {
    if (first_ms.has(id)) again++;
    else first_ms.set(id, steadyMs());
    if (!is_troubled || url === '/ok') return response.end('ok');
    if (url === '/refuse') return response.writeHead(500).end('out of order');
    held.add(response);
    response.on('close', () => held.delete(response));
  });
});
// Longer than the sender keeps a connection open: the benchmark measures deliveries, not races with closing
// connections.
server.keepAliveTimeout = 30_000;
const listening = new Promise<void>((resolve) => server.listen(0, resolve));

const answers = {
  port: async (_: null): Promise<number> => {
    await listening;
    return (server.address() as AddressInfo).port;
  },
  /** Resets the record of received events. */
  forget: (_: null): void => {
    first_ms = new Map();
    again = 0;
  },
  /**
   * Sets whether the hostile paths misbehave. When they are set not to, all paths respond with 200, and so do the
   * requests that are still waiting for a response.
   */
  trouble: (is_wanted: boolean): void => {
    is_troubled = is_wanted;
    if (is_wanted) return;
    for (const response of held) response.end('ok');
  },
  counts: (_: null) => ({ arrived: first_ms.size, again }),
  /** Returns the time of each event's first arrival. */
  arrivals: (_: null): ReadonlyMap<string, number> => first_ms,
};
export type ReceiverAnswers = typeof answers;
answerParent(answers);
