import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Visit } from '@guichet/server/dashboard/testing/visit';
import { payOnPage } from '@guichet/server/testing/visitor';
import { type Shop, signInAsOwner } from './shop.ts';

/** The last digits of customers' numbers, which decide what the sandbox does: most pay immediately. */
const endings = ['00', '00', '00', '00', '01', '14', '00', '00', '16', '12', '00', '02', '08', '10'] as const;

/** An action of a shop, its customers or its staff. It throws when it is refused. */
type Step = (shop: Shop, number: number) => Promise<void>;

/** The steps. Each is performed once in every `every` purchases. */
export const steps: readonly (readonly [every: number, step: Step])[] = [
  [1, buy],
  [3, readLists],
  [5, payOut],
  [5, readDashboard],
  [11, refund],
  [7, breakOff],
  [600, signIn],
];

function phoneOf(number: number): string {
  const ending = endings[number % endings.length];
  return `+22505${String(number % 1_000_000).padStart(6, '0')}${ending}`;
}

/** Creates a checkout session, pays alternately by API and on the hosted page, and verifies the payment. */
async function buy(shop: Shop, number: number): Promise<void> {
  const order = `order-${number}`;
  const { session_token } = await shop.ask('POST', '/checkout/initialize', {
    amount: 5_000,
    currency: 'XOF',
    return_url: 'https://shop.example/thanks',
    metadata: { order },
  });
  // These customers leave without paying; their sessions expire.
  if (number % 20 === 19) return;
  const choice = { operator: 'mtn_ci', phone: phoneOf(number) };
  const token = String(session_token);
  if (number % 2 === 0) await shop.ask('POST', `/checkout/${token}/pay`, choice);
  else await payOnPage(shop, token, choice);
  await shop.ask('GET', `/checkout/${token}`);
  const payment_id = shop.paidAs(order);
  if (payment_id !== undefined) await shop.ask('GET', `/payments/${payment_id}/verify`);
}

async function readLists(shop: Shop): Promise<void> {
  await shop.ask('GET', '/events?limit=50');
  await shop.ask('GET', '/balances');
  await shop.ask('GET', '/customers');
}

async function payOut(shop: Shop, number: number): Promise<void> {
  const made = await shop.ask('POST', '/payouts', {
    amount: 300,
    currency: 'XOF',
    operator: 'mtn_ci',
    recipient: { phone: phoneOf(number), first_name: 'Awa', last_name: 'Kone' },
  });
  await shop.ask('GET', `/payouts/${made.id}`);
}

async function readDashboard({ visit }: Shop): Promise<void> {
  for (const path of ['/overview', '/payments', '/payouts', '/events', '/deliveries', '/customers']) {
    await need(visit(), 'GET', path);
  }
}

async function refund(shop: Shop): Promise<void> {
  const payment_id = shop.takePaid();
  if (payment_id !== undefined)
    await need(shop.visit(), 'POST', `/payments/${payment_id}/refunds`, {
      amount: 1_000,
      reason: 'one item returned',
    });
}

/** Aborts a request whose body is half sent, one that awaits its response, and a stream of events. */
async function breakOff(shop: Shop): Promise<void> {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    'POST /api/v1/checkout/initialize HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{"amount"',
  );
  const { session_token } = await shop.ask('POST', '/checkout/initialize', {
    amount: 5_000,
    currency: 'XOF',
    return_url: 'https://shop.example/thanks',
  });
  for (const [path, after_ms] of [
    ['', 3],
    ['/events', 300],
  ] as const) {
    const leaving = new AbortController();
    const left = fetch(`${shop.url}/api/v1/checkout/${session_token}${path}`, {
      signal: leaving.signal,
    }).then((response) => response.text());
    // The request fails because it is aborted, unless a short response arrives first.
    const ended = left.then(
      () => undefined,
      () => undefined,
    );
    await setTimeout(after_ms);
    leaving.abort();
    await ended;
  }
  socket.destroy();
}

async function signIn(shop: Shop): Promise<void> {
  shop.enter(await signInAsOwner(shop));
}

async function need(visit: Visit, method: string, path: string, body?: object): Promise<void> {
  const answer = await visit.ask(method, path, body);
  if (answer.status >= 300)
    throw new Error(`the response to ${path} was ${answer.status}: ${JSON.stringify(answer.body)}`);
}
