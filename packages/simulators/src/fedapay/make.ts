import { type Books, type Entry, makeBooks } from '../books.ts';
import type { Simulator, SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { json, readObject } from '../reply.ts';
import { payout_modes, planFor, push_modes } from './numbers.ts';
import { signEvent } from './sign.ts';

export interface FedapayOptions {
  readonly secret_key: string;
  readonly webhook_secret: string;
}

type Kind = 'transaction' | 'payout';

/** A created transaction or payout: money moves only once it is pushed or started. */
interface Created {
  readonly kind: Kind;
  readonly id: number;
  readonly reference: string;
  readonly merchant_reference: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly mode: string | null;
  readonly metadata: unknown;
  readonly created_at: Date;
}

interface Shop {
  readonly world: World;
  readonly options: FedapayOptions;
  readonly created: Map<string, Created>;
  readonly tokens: Map<string, Created>;
  readonly books: Books<Created>;
  nextId(): number;
}

/** FedaPay, as its documentation and the contract sheet describe it. */
export function makeFedapay(world: World, options: FedapayOptions): Simulator {
  let last_id = 1000;
  const books = makeBooks<Created>(world, (entry) => sendEvent(shop, entry));
  const shop: Shop = {
    world,
    options,
    created: new Map(),
    tokens: new Map(),
    books,
    nextId: () => {
      last_id += 1;
      return last_id;
    },
  };
  return {
    id: 'fedapay',
    handle: (request) => handle(shop, request),
    transactions: () => books.all(),
    decide: (reference, end) => books.decide(reference, end),
    reverse: (reference) => books.find(reference)?.direction === 'collect' && books.reverse(reference),
    // API keys do not expire; payment tokens do.
    expireTokens: () => shop.tokens.clear(),
  };
}

function handle(shop: Shop, request: SimulatorRequest): SimulatorReply {
  if (request.headers.authorization !== `Bearer ${shop.options.secret_key}`) {
    return json(401, { message: 'Erreur d’authentification' });
  }
  const [version, first = '', second, third] = request.path.split('/').slice(1).map(decodeURIComponent);
  if (version !== 'v1') return notFound();
  const body = readObject(request.body) ?? {};
  const kind = first === 'transactions' ? 'transaction' : first === 'payouts' ? 'payout' : undefined;
  const isPost = request.method === 'POST';
  if (kind === undefined) {
    if (isPost && second === undefined) return push(shop, first, body);
    if (first === 'balances') return json(200, { 'v1/balances': [balance('mtn_open'), balance('moov_tg')] });
    return notFound();
  }
  if (isPost && second === undefined) return create(shop, kind, body);
  if (isPost && kind === 'transaction' && second && third === 'token') return makeToken(shop, second);
  if (request.method === 'PUT' && kind === 'payout' && second === 'start') return start(shop, body);
  if (request.method === 'GET' && second === 'merchant') return showOurs(shop, kind, third);
  if (request.method === 'GET' && second) return show(shop, kind, shop.created.get(`${kind} ${second}`));
  return notFound();
}

function create(shop: Shop, kind: Kind, body: Record<string, unknown>): SimulatorReply {
  const { amount, description, merchant_reference, currency, mode, custom_metadata } = body;
  const iso =
    typeof currency === 'object' && currency !== null && 'iso' in currency ? currency.iso : undefined;
  const errors: Record<string, string[]> = {};
  if (!Number.isSafeInteger(amount) || Number(amount) <= 0) errors.amount = ["n'est pas valide"];
  if (typeof iso !== 'string') errors.currency = ['doit être présent'];
  if (kind === 'transaction' && (typeof description !== 'string' || description === '')) {
    errors.description = ['doit être rempli'];
  }
  if (kind === 'payout' && !payout_modes.includes(String(mode))) errors.mode = ["n'est pas valide"];
  const reference = typeof merchant_reference === 'string' ? merchant_reference : null;
  const isTaken = (one: Created): boolean => one.kind === kind && one.merchant_reference === reference;
  if (reference !== null && [...shop.created.values()].some(isTaken)) {
    errors.merchant_reference = ["n'est pas disponible"];
  }
  if (Object.keys(errors).length > 0) return json(422, { message: 'Création échouée', errors });
  const id = shop.nextId();
  const created: Created = {
    kind,
    id,
    reference: `${kind === 'payout' ? 'pay' : 'trx'}_${id}`,
    merchant_reference: reference,
    amount: Number(amount),
    currency: String(iso),
    mode: typeof mode === 'string' ? mode : null,
    metadata: custom_metadata ?? null,
    created_at: shop.world.now(),
  };
  shop.created.set(`${kind} ${id}`, created);
  return json(201, { [`v1/${kind}`]: present(shop, created) });
}

function makeToken(shop: Shop, id: string): SimulatorReply {
  const created = shop.created.get(`transaction ${id}`);
  if (!created) return notFound();
  const token = `tok_${id}_${Math.floor(shop.world.random() * 1e9).toString(36)}`;
  shop.tokens.set(token, created);
  return json(200, { token, url: `https://process.fedapay.com/${token}` });
}

function push(shop: Shop, mode: string, { token, phone_number }: Record<string, unknown>): SimulatorReply {
  if (!push_modes.includes(mode)) return json(400, { message: 'Opération non autorisée' });
  const created = shop.tokens.get(String(token));
  const number = numberIn(phone_number);
  if (!created) return json(401, { message: 'Token invalide' });
  if (number === undefined) return json(422, { message: 'Numéro invalide', errors: { phone_number: ['?'] } });
  // A used token does not prompt the customer again.
  if (!shop.books.findByProvider(nameOf(created))) enter(shop, created, number);
  return json(200, {
    'v1/payment_intent': { klass: 'v1/payment_intent', reference: created.reference, status: 'pending' },
  });
}

function start(shop: Shop, { payouts }: Record<string, unknown>): SimulatorReply {
  const [asked] = Array.isArray(payouts) ? (payouts as unknown[]) : [];
  const { id, phone_number } = (asked ?? {}) as Record<string, unknown>;
  const created = shop.created.get(`payout ${String(id)}`);
  if (!created) return notFound();
  const number = numberIn(phone_number);
  if (number === undefined) return json(422, { message: 'Numéro invalide', errors: { phone_number: ['?'] } });
  if (shop.books.findByProvider(nameOf(created))) return json(400, { message: 'Dépôt déjà démarré' });
  enter(shop, created, number);
  return json(200, { 'v1/payouts': [present(shop, created)] });
}

function enter(shop: Shop, created: Created, phone: string): void {
  shop.books.open(
    {
      direction: created.kind === 'payout' ? 'payout' : 'collect',
      reference: created.merchant_reference ?? created.reference,
      provider_reference: nameOf(created),
      phone,
      asked_amount: String(created.amount),
      currency: created.currency,
      extra: created,
    },
    planFor(phone),
  );
}

/** Transactions and payouts are numbered separately in the books. */
function nameOf({ kind, id }: Created): string {
  return `${kind} ${id}`;
}

function show(shop: Shop, kind: Kind, created: Created | undefined): SimulatorReply {
  return created ? json(200, { [`v1/${kind}`]: present(shop, created) }) : notFound();
}

function showOurs(shop: Shop, kind: Kind, reference: string | undefined): SimulatorReply {
  const isMeant = (one: Created): boolean => one.kind === kind && one.merchant_reference === reference;
  return show(shop, kind, [...shop.created.values()].find(isMeant));
}

/** A transaction or a payout as responses and events show it. */
function present(shop: Shop, created: Created): Record<string, unknown> {
  const entry = shop.books.findByProvider(nameOf(created));
  const { status, last_error_code } = statusOf(created, entry);
  return {
    klass: `v1/${created.kind}`,
    id: created.id,
    reference: created.reference,
    merchant_reference: created.merchant_reference,
    amount: Number(entry?.moved_amount ?? created.amount),
    status,
    currency_id: 1,
    customer_id: 7,
    mode: created.mode,
    last_error_code,
    custom_metadata: created.metadata,
    amount_transferred: null,
    created_at: created.created_at.toISOString(),
  };
}

const transaction_ends = ['declined', 'canceled', 'expired'];

function statusOf(
  { kind }: Created,
  entry: Entry<Created> | undefined,
): { readonly status: string; readonly last_error_code: string | null } {
  if (!entry) return { status: 'pending', last_error_code: null };
  const { status, code, reversed } = entry;
  if (reversed) return { status: 'refunded', last_error_code: null };
  if (status === 'pending') {
    return { status: kind === 'payout' ? 'processing' : 'pending', last_error_code: null };
  }
  if (status === 'success') {
    return { status: kind === 'payout' ? 'sent' : 'approved', last_error_code: null };
  }
  if (kind === 'payout') return { status: 'failed', last_error_code: code };
  const isStatus = code !== null && transaction_ends.includes(code);
  return isStatus ? { status: code, last_error_code: null } : { status: 'canceled', last_error_code: code };
}

function sendEvent({ world, options, ...shop }: Shop, entry: Entry<Created>): void {
  const url = world.callbackUrl();
  if (url === null) return;
  const entity = present({ world, options, ...shop }, entry.extra);
  const body = JSON.stringify({
    id: shop.nextId(),
    name: `${entry.extra.kind}.${String(entity.status)}`,
    object: entity.klass,
    entity,
  });
  world.callBack({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'x-fedapay-signature': signEvent(options.webhook_secret, body, world.now()),
    },
    body,
  });
}

function balance(mode: string): object {
  return { klass: 'v1/balance', id: mode.length, mode, amount: 250_000 };
}

function numberIn(phone_number: unknown): string | undefined {
  if (typeof phone_number !== 'object' || phone_number === null) return undefined;
  const { number, country } = phone_number as Record<string, unknown>;
  return typeof number === 'string' && /^\+?\d{8,15}$/.test(number) && typeof country === 'string'
    ? number
    : undefined;
}

function notFound(): SimulatorReply {
  return json(404, { message: 'Ressource introuvable' });
}
