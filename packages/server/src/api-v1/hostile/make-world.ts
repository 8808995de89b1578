import { createKey, revokeKey } from '@guichet/core/accounts';
import { fundSandbox } from '@guichet/core/operations';
import type { Mode } from '@guichet/core/platform';
import { setRule } from '@guichet/core/routing';
import { scenarios } from '@guichet/operators/sandbox/scenarios';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import type { TestService } from '../../../../../test-support/service.ts';
import { callApi, type Json, makeMerchant } from '../../testing/api.ts';
import { letTimePass } from '../../testing/rows.ts';

/** Ids, tokens and cursors, by the path that ends with them (`/payments/{id}`) or by their query parameter. */
export type Objects = Map<string, string[]>;

/** A merchant in one mode. */
export interface Owner {
  readonly key: string;
  /** A revoked key of the same merchant and mode. */
  readonly revoked_key: string;
  /** Text that all objects of this owner contain and no other owner may see. */
  readonly marker: string;
  /** A currency that only this owner's balance has. */
  readonly currency: string;
  /** A fee that only this owner's operators have. */
  readonly fee_percent: number;
  /** Objects in every state, and those that {@link remember} added. */
  readonly objects: Objects;
}

export interface World {
  readonly own: Owner;
  readonly another_merchant: Owner;
  /** The merchant of `own` in live mode; `own` itself is in test mode. */
  readonly other_mode: Owner;
}

/** Makes three owners with objects in every state: the demo merchant in both modes, and another merchant. */
export async function makeWorld(service: TestService): Promise<World> {
  const { merchant_id } = service.demo;
  const another = await makeMerchant(service);
  return {
    own: await makeOwner(service, {
      merchant_id,
      mode: 'test',
      marker: 'Of-the-caller',
      currency: 'KES',
      fee_percent: 1.25,
    }),
    another_merchant: await makeOwner(service, {
      merchant_id: another.merchant_id,
      mode: 'test',
      marker: 'Of-another-merchant',
      currency: 'GHS',
      fee_percent: 2.25,
    }),
    other_mode: await makeOwner(service, {
      merchant_id,
      mode: 'live',
      marker: 'Of-the-other-mode',
      currency: 'XAF',
      fee_percent: 3.25,
    }),
  };
}

type Ownership = Pick<Owner, 'marker' | 'currency' | 'fee_percent'> & { merchant_id: string; mode: Mode };

async function makeOwner(service: TestService, ownership: Ownership): Promise<Owner> {
  const { merchant_id, mode, marker, currency, fee_percent } = ownership;
  const rule = { operator: 'mtn_ci', fee_percent: String(fee_percent), enabled: true };
  await setRule(service.ctx, commandOf(merchant_id, mode), rule);
  if (mode === 'test') {
    for (const funded of ['XOF', currency]) {
      await fundSandbox(service.ctx, commandOf(merchant_id), { currency: funded, amount: 1_000_000_000 });
    }
  }
  const { key } = await createKey(service.ctx, commandOf(merchant_id, mode), {});
  const revoked = await createKey(service.ctx, commandOf(merchant_id, mode), {});
  await revokeKey(service.ctx, command, revoked.id);
  const objects = await makeObjects(service, { key, mode, marker });
  return { key, revoked_key: revoked.key, marker, currency, fee_percent, objects };
}

const phoneEnding = (digits: string): string => `+2250548151${digits.padStart(3, '6')}`;
const urls = { return_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

/** Makes one object of each kind in each state that it can reach. In live mode nothing can be paid yet. */
async function makeObjects(
  service: TestService,
  { key, mode, marker }: { key: string; mode: Mode; marker: string },
): Promise<Objects> {
  const objects: Objects = new Map();
  const make = async (path: string, json: Json): Promise<Json> => {
    const { status, body, text } = await callApi(service, `/api/v1${path}`, { method: 'POST', key, json });
    if (status >= 300 || !body.data) throw new Error(`POST ${path} returned ${status}: ${text}`);
    remember(objects, text);
    return body.data;
  };
  const makePayment = async (digits: string): Promise<string> => {
    const customer = { phone: phoneEnding(digits), last_name: marker };
    const made = await make('/payments', {
      amount: 100,
      currency: 'XOF',
      ...urls,
      customer,
      metadata: { marker },
    });
    return String(made.session_token);
  };
  for (const digits of ['90', '91', '92', '93']) await makePayment(digits);
  await make(`/checkout/${await makePayment('94')}/cancel`, {});
  await letTimePass(service, await makePayment('95'));
  for (const { digits } of mode === 'test' ? scenarios : []) {
    const phone = phoneEnding(digits);
    await make(`/checkout/${await makePayment(digits)}/pay`, { operator: 'mtn_ci', phone });
    const recipient = { phone, last_name: marker };
    await make('/payouts', {
      amount: 100,
      currency: 'XOF',
      operator: 'mtn_ci',
      recipient,
      description: marker,
    });
  }
  for (const status of ['active', 'paused', 'ended']) {
    const link = await make('/payment_links', { title: marker, amount: 100, currency: 'XOF' });
    await make(`/payment_links/${link.id}`, { status });
  }
  // Adds ids of events, and cursors.
  for (const list of ['/events?limit=100', '/customers?limit=1', '/payment_links?limit=1']) {
    remember(objects, (await callApi(service, `/api/v1${list}`, { key })).text);
  }
  return objects;
}

/** The paths of the objects to which the ids in a response belong. */
const places: readonly (readonly [pattern: RegExp, place: string])[] = [
  [/"session_token":"([\w-]{48})"/g, '/checkout/{token}'],
  [/"(pay_\w{26})"/g, '/payments/{id}'],
  [/"reference":"(\w{5}-\w{5})"/g, '/receipts/{reference}'],
  [/"(plk_\w{26})"/g, '/payment_links/{id}'],
  [/"(po_\w{26})"/g, '/payouts/{id}'],
  [/"(cus_\w{26})"/g, '/customers/{id}'],
  [/"(evt_\w{26})"/g, 'after'],
  [/"next_cursor":"([^"]+)"/g, 'cursor'],
];

/**
 * The number of objects kept per kind. The initial ones, which are in special states, are never dropped; of the
 * others, the oldest is dropped first.
 */
const kept_max = 100;
const staying_max = 50;

/** Keeps the ids and tokens of a response for later requests. */
export function remember(objects: Objects, text: string): void {
  for (const [pattern, place] of places) {
    const kept = objects.get(place) ?? [];
    objects.set(place, kept);
    for (const [, id = ''] of text.matchAll(pattern)) {
      if (kept.includes(id)) continue;
      kept.push(id);
      if (kept.length > kept_max) kept.splice(staying_max, 1);
    }
  }
}
