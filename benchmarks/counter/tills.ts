import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createCashier, createMerchant, createTill } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import { findTill, pairTill, setRule, signIn } from '@guichet/core/serving';
import { command, commandOf, visitor } from '../../test-support/actors.ts';

const made_at_once = 8;

/** A till with a signed-in cashier, one open payment, and its stream of events. */
export interface Till {
  readonly payment_id: string;
  /** Asks the customer's phone, who approves at once. */
  ask(): Promise<void>;
  /** When the sentence arrived; null before. */
  heardAt(): number | null;
  close(): void;
}

/** Opens many tills of one merchant, each with a payment for which it waits. */
export async function openTills(ctx: Context, url: string, count: number): Promise<Till[]> {
  const { id: merchant_id } = await createMerchant(ctx, command, { name: 'Benchmark', country: 'CI' });
  const actor = commandOf(merchant_id);
  await setRule(ctx, actor, { operator: 'mtn_ci', fee_percent: '0', enabled: true });
  const { cashier, pin } = await createCashier(ctx, actor, { name: 'Benchmark' });
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const tills: Till[] = [];
  for (let index = 0; index < count; index += made_at_once) {
    const some = Array.from({ length: Math.min(made_at_once, count - index) }, async (_, offset) => {
      const { code } = await createTill(ctx, actor, {
        ...{ name: `Till ${index + offset}`, currency: 'XOF', language: 'en' },
      });
      const token = (await pairTill(ctx, visitor, code)) ?? '';
      const found = await findTill(ctx, visitor, token);
      if (!found) throw new Error('a till was not paired');
      return { token, actor: found.actor };
    });
    for (const { token, actor: till } of await Promise.all(some)) {
      const signed = await signIn(ctx, till, { cashier_id: cashier.id, pin });
      if (signed.kind !== 'signed_in') throw new Error(`a cashier could not sign in: ${signed.kind}`);
      const cookie = `guichet_till=${token}; guichet_cashier=${signed.token}`;
      tills.push(await openTill({ url, cookie, agent, number: tills.length }));
    }
  }
  return tills;
}

async function openTill({
  url,
  cookie,
  agent,
  number,
}: {
  readonly url: string;
  readonly cookie: string;
  readonly agent: Agent;
  readonly number: number;
}): Promise<Till> {
  const post = (path: string, fields: Record<string, string>): Promise<IncomingMessage> =>
    send(url, path, { cookie, agent, body: new URLSearchParams(fields).toString() });
  const made = await post('/caisse/payments', {
    form: `a till of the benchmark ${number}`,
    amount: '5000',
    note: '',
  });
  const payment_id = made.headers.location?.split('/').at(-1) ?? '';
  let heard_ms: number | null = null;
  const listening = listen(url, cookie, (text) => {
    if (heard_ms === null && text.includes('"state":"paid"')) heard_ms = Date.now();
  });
  const phone = `+22505${String(number * 100).padStart(8, '0')}`;
  return {
    payment_id,
    ask: async () => {
      const { statusCode } = await post(`/caisse/payments/${payment_id}/ask`, { phone });
      if (statusCode !== 303) throw new Error(`a customer could not be asked: ${statusCode}`);
    },
    heardAt: () => heard_ms,
    close: listening,
  };
}

/** Listens to the events of a till, and connects again when they end, as a browser does. */
function listen(url: string, cookie: string, onText: (text: string) => void): () => void {
  let isOpen = true;
  let current: ClientRequest;
  const again = (): void => {
    if (isOpen) setTimeout(connect, 2_000);
  };
  const connect = (): void => {
    current = request(`${url}/caisse/events`, { headers: { cookie }, agent: false });
    current.on('response', (response) => {
      response.setEncoding('utf8').on('data', onText);
      response.on('error', again);
      response.on('end', again);
    });
    current.on('error', again);
    current.end();
  };
  connect();
  return () => {
    isOpen = false;
    current.destroy();
  };
}

function send(
  url: string,
  path: string,
  { cookie, agent, body }: { readonly cookie: string; readonly agent: Agent; readonly body: string },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(`${url}${path}`, { method: 'POST', headers, agent });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
