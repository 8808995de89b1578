import { type Books, type Entry, makeBooks } from '../books.ts';
import type { SimulatorReply, World } from '../contract.ts';
import { empty, json, readObject } from '../reply.ts';
import type { WaveOptions } from './contract.ts';
import { recipientOf } from './numbers.ts';
import { refuse, validatePayout } from './replies.ts';

const reversible_ms = 3 * 24 * 3600_000;

export interface PayoutExtra {
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The payouts of an account. */
export interface Payouts {
  readonly books: Books<PayoutExtra>;
  create(body: string, idempotency_key: string | undefined): SimulatorReply;
  read(id: string): SimulatorReply;
  search(client_reference: string): SimulatorReply;
  reverse(id: string): SimulatorReply;
}

/** @param held the wallet's balance, in the major unit */
export function makePayouts(
  world: World,
  options: WaveOptions,
  { nameOf, held }: { readonly nameOf: (prefix: string) => string; readonly held: () => bigint },
): Payouts {
  // Payouts have no webhook.
  const books = makeBooks<PayoutExtra>(world, () => undefined);
  const byKey = new Map<string, { readonly body: string; readonly id: string }>();

  const create: Payouts['create'] = (body, key) => {
    const fields = readObject(body);
    if (!fields) return refuse(400, 'request-not-json');
    if (key === undefined || key === '') return refuse(400, 'request-validation-error');
    const earlier = byKey.get(key);
    if (earlier) return earlier.body === body ? read(earlier.id) : refuse(422, 'idempotency-mismatch');
    const problem = validatePayout(fields, options);
    if (problem) return problem;
    const amount = String(fields.receive_amount);
    if (BigInt(amount.split('.')[0] ?? '0') > held()) return refuse(400, 'insufficient-funds');
    const id = nameOf('pt-');
    byKey.set(key, { body, id });
    const phone = String(fields.mobile);
    const entry = books.open(
      {
        direction: 'payout',
        reference: typeof fields.client_reference === 'string' ? fields.client_reference : id,
        provider_reference: id,
        phone,
        asked_amount: amount,
        currency: options.currency,
        extra: { fields },
      },
      recipientOf(phone),
    );
    return json(200, show(entry));
  };
  const read = (id: string): SimulatorReply => {
    const entry = books.findByProvider(id);
    return entry ? json(200, show(entry)) : refuse(404, 'not-found');
  };

  return {
    books,
    create,
    read,
    search: (client_reference) => {
      const found = books.all().filter(({ extra }) => extra.fields.client_reference === client_reference);
      return json(200, { result: found.map(show) });
    },
    reverse: (id) => {
      const entry = books.findByProvider(id);
      if (!entry) return refuse(404, 'not-found');
      if (world.now().getTime() - entry.created_at.getTime() > reversible_ms) {
        return refuse(400, 'payout-reversal-time-limit-exceeded');
      }
      return books.reverse(entry.reference) ? empty(200) : refuse(400, 'request-validation-error');
    },
  };
}

function show({
  provider_reference,
  asked_amount,
  moved_amount,
  currency,
  status,
  code,
  created_at,
  reversed,
  extra,
}: Entry<PayoutExtra>) {
  const shown = { pending: 'processing', success: 'succeeded', failed: 'failed' }[status];
  const { mobile, name, client_reference } = extra.fields;
  return {
    id: provider_reference,
    currency,
    receive_amount: moved_amount ?? asked_amount,
    fee: '50',
    mobile,
    ...(name !== undefined && { name }),
    client_reference: client_reference ?? null,
    status: reversed ? 'reversed' : shown,
    timestamp: created_at.toISOString(),
    ...(code !== null && { payout_error: { error_code: code, error_message: `Refused: ${code}` } }),
  };
}
