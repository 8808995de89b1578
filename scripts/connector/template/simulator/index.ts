import { createHmac } from 'node:crypto';
import { type Entry, makeBooks } from '@guichet/simulators/books';
import type {
  Direction,
  PayerPlan,
  Simulator,
  SimulatorReply,
  SimulatorRequest,
  World,
} from '@guichet/simulators/contract';
import { json, readObject } from '@guichet/simulators/reply';

export interface AcmePayOptions {
  readonly api_key: string;
  readonly callback_secret: string;
}

interface Kept {
  readonly callback_url: string;
}

/** The plans of the provider's sandbox for a number, by its last two digits. */
const numbers: Readonly<Record<string, PayerPlan>> = {
  '01': { after_ms: 1_000, end: 'no_funds' },
  '02': { after_ms: 1_000, end: 'declined' },
  '03': { after_ms: 60_000, end: 'no_answer' },
  '99': { after_ms: null, end: 'success' },
};
const usual: PayerPlan = { after_ms: 1_000, end: 'success' };

/** Simulates Acme Pay as documented. */
export function makeAcmePay(world: World, { api_key, callback_secret }: AcmePayOptions): Simulator {
  const books = makeBooks<Kept>(world, (entry) => {
    const body = JSON.stringify(stateOf(entry));
    const signature = createHmac('sha256', callback_secret).update(body).digest('hex');
    world.callBack({
      method: 'POST',
      url: entry.extra.callback_url,
      headers: { 'content-type': 'application/json', 'x-acme-signature': signature },
      body,
    });
  });

  const create = ({ body }: SimulatorRequest): SimulatorReply => {
    const wire = readObject(body);
    const { id, kind, amount, currency, phone, callback_url } = wire ?? {};
    const isWhole = [id, amount, currency, phone, callback_url].every((value) => typeof value === 'string');
    if (!isWhole || !['collect', 'payout', 'refund'].includes(String(kind)))
      return json(422, { code: 'bad_request' });
    const known = books.find(String(id));
    if (known) return json(409, stateOf(known));
    const original = books.find(String(wire?.original));
    if (kind === 'refund' && original?.status !== 'success') return json(422, { code: 'nothing_to_refund' });
    const entry = books.open(
      {
        direction: kind as Direction,
        reference: String(id),
        provider_reference: `AP-${books.all().length + 1}`,
        phone: String(phone),
        asked_amount: String(amount),
        currency: String(currency),
        extra: { callback_url: String(callback_url) },
      },
      numbers[String(phone).slice(-2)] ?? usual,
    );
    return json(202, { ...stateOf(entry), status: 'pending', code: null });
  };

  return {
    id: 'acme-pay',
    transactions: books.all,
    decide: books.decide,
    expireTokens: () => undefined,
    handle: (request) => {
      if (request.headers.authorization !== `Bearer ${api_key}`) return json(401, { code: 'unknown_key' });
      const [, id] = /^\/v1\/transfers(?:\/([^/]+))?$/.exec(request.path) ?? [];
      if (request.method === 'POST' && request.path === '/v1/transfers') return create(request);
      const found = id === undefined ? undefined : books.find(id);
      return found ? json(200, stateOf(found)) : json(404, { code: 'unknown_transfer' });
    },
  };
}

const words = { pending: 'pending', success: 'paid', failed: 'refused' } as const;

function stateOf(entry: Entry<Kept>): object {
  return {
    id: entry.reference,
    number: entry.provider_reference,
    status: words[entry.status],
    amount: entry.moved_amount ?? entry.asked_amount,
    currency: entry.currency,
    code: entry.status === 'failed' ? entry.code : null,
  };
}
