import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, request } from 'undici';
import { percentile } from '../percentile.ts';

/** Customers of one shop who pay one after the other, each as soon as the payment before is complete. */
export interface Crowd {
  readonly url: string;
  readonly api_key: string;
  readonly webhook_port: number;
  readonly customers: number;
  /** Windows one after the other, of which each is told apart. */
  readonly windows: number;
  readonly window_s: number;
  /** Whether they pay on the hosted page, by its forms, instead of by the shop's own page. */
  readonly hosted: boolean;
}

/** Payments that were completed in one window, and how long each took. */
export interface Window {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

/**
 * Load in a process of its own: the shop's server and its customers. Takes a `Crowd` as JSON, prints its windows; ends
 * with an error at the first refusal. A payment is complete when the session says so, the webhook has arrived, and the
 * shop has verified it.
 */
const crowd = JSON.parse(process.argv[2] ?? '') as Crowd;
const agent = new Agent({ connections: 256 });
const arrivals = new Map<string, (payment_id: string) => void>();
const finished: { readonly at_ms: number; readonly took_ms: number }[] = [];

const shop = createServer((incoming, response) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    response.end();
    const { event, data } = JSON.parse(Buffer.concat(chunks).toString());
    if (event === 'payment.successful') arrivals.get(data.metadata.order)?.(data.id);
  });
});

async function ask(method: 'GET' | 'POST', path: string, is_shop: boolean, body?: object): Promise<Answer> {
  const headers = {
    ...(is_shop && { authorization: `Bearer ${crowd.api_key}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const to = { method, dispatcher: agent, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await request(`${crowd.url}/api/v1${path}`, to);
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path} was answered with ${answer.statusCode}: ${text}`);
  return JSON.parse(text);
}

interface Answer {
  readonly data: { readonly session_token: string; readonly status: string };
}

/** Opens the page, or sends one of its forms and follows to the next screen, as a browser without JavaScript does. */
async function visit(path: string, form?: Readonly<Record<string, string>>): Promise<string> {
  const sent = form && {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: crowd.url },
  };
  const answer = await request(new URL(path, crowd.url), {
    method: form ? 'POST' : 'GET',
    dispatcher: agent,
    ...sent,
  });
  const html = await answer.body.text();
  const { location } = answer.headers;
  if (answer.statusCode === 303 && typeof location === 'string') return visit(location);
  if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${html}`);
  return html;
}

/** The address and the hidden fields of the form whose address ends so. */
function formOf(html: string, end: string): { action: string; fields: Record<string, string> } {
  for (const [form] of html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)) {
    const action = attributeOf(form, 'action');
    if (!action.split('?')[0]?.endsWith(end)) continue;
    const hidden = [...form.matchAll(/<input\b[^>]*type="?hidden[^>]*>/g)];
    return {
      action,
      fields: Object.fromEntries(
        hidden.map(([input]) => [attributeOf(input, 'name'), attributeOf(input, 'value')]),
      ),
    };
  }
  throw new Error(`the page has no form that leads to ${end}: ${html.replaceAll(/<[^>]*>/g, ' ')}`);
}

const attributeOf = (tag: string, name: string): string =>
  (new RegExp(`\\b${name}=(?:"([^"]*)"|([^\\s>]*))`).exec(tag)?.slice(1).find(Boolean) ?? '').replaceAll(
    '&amp;',
    '&',
  );

async function pay(token: string, choice: { operator: string; phone: string }): Promise<void> {
  if (!crowd.hosted) {
    await ask('POST', `/checkout/${token}/pay`, false, choice);
    await ask('GET', `/checkout/${token}`, false);
    return;
  }
  const choose = formOf(await visit(`/pay/${token}`), '/choose');
  const confirm = formOf(await visit(choose.action, { ...choose.fields, ...choice }), '/pay');
  await visit(confirm.action, confirm.fields);
}

async function buy(number: number): Promise<void> {
  const began_ms = performance.now();
  const order = `order-${number}`;
  const told = new Promise<string>((resolve) => arrivals.set(order, resolve));
  const input = {
    amount: 25_000,
    currency: 'XOF',
    return_url: 'https://shop.example/r',
    metadata: { order },
  };
  const token = (await ask('POST', '/checkout/initialize', true, input)).data.session_token;
  // Ends in 00: the sandbox pays at once.
  const phone = `+22505${String((number * 100) % 100_000_000).padStart(8, '0')}`;
  await pay(token, { operator: 'mtn_ci', phone });
  const payment_id = await told;
  arrivals.delete(order);
  const { status } = (await ask('GET', `/payments/${payment_id}/verify`, true)).data;
  if (status !== 'success') throw new Error(`${payment_id} is ${status}`);
  finished.push({ at_ms: performance.now(), took_ms: performance.now() - began_ms });
}

shop.listen(crowd.webhook_port, '127.0.0.1');
await once(shop, 'listening');
const window_ms = crowd.window_s * 1000;
const began_ms = performance.now();
const end_ms = began_ms + crowd.windows * window_ms;
// Numbers of this run alone: another one may have used the first.
let next = Math.floor(Date.now() / 1000) * 1000;
await Promise.all(
  Array.from({ length: crowd.customers }, async () => {
    while (performance.now() < end_ms) await buy(next++);
  }),
);
const windows = Array.from({ length: crowd.windows }, (_, index): Window => {
  const from_ms = began_ms + index * window_ms;
  const took = finished
    .filter(({ at_ms }) => at_ms >= from_ms && at_ms < from_ms + window_ms)
    .map(({ took_ms }) => took_ms);
  return {
    per_second: took.length / crowd.window_s,
    p50_ms: percentile(took, 0.5),
    p99_ms: percentile(took, 0.99),
  };
});
console.log(JSON.stringify(windows));
shop.close();
shop.closeAllConnections();
await agent.close();
