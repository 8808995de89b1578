import { type Books, type Entry, makeBooks } from '../books.ts';
import type { PayerPlan, Simulator, SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { json, readObject } from '../reply.ts';
import { answerAuthorization, authorizationUrl } from './authorization-page.ts';
import { checkOrder, type Order, type Refusal, rejected } from './check-order.ts';
import { planOfNumber } from './providers.ts';
import { checkRefund } from './refund.ts';
import { type Extra, idFields, showTransaction } from './show-transaction.ts';
import { type CallbackKey, makeCallbackKey, problemOfSignature, signCallback } from './signing.ts';
import { type Availability, predict, showAvailability, showConfiguration, type Toolkit } from './toolkit.ts';
import { makeWallets, type Wallets } from './wallets.ts';

export interface PawapayOptions {
  readonly api_token: string;
  /**
   * The merchant's public keys (PEM), keyed by their ids in the dashboard. If they are set, requests must be
   * signed.
   */
  readonly merchant_keys?: Readonly<Record<string, string>>;
  /** The form of the callbacks' signature; absent if they are not signed. */
  readonly callback_signature?: 'der' | 'raw';
  /**
   * The delay after which a callback reports the address of an accepted redirect; 0 if the address is available
   * immediately, without a callback.
   */
  readonly redirect_after_ms?: number;
}

export interface PawapaySimulator extends Simulator {
  /** By pawaPay's code; an absent operator is OPERATIONAL. */
  readonly availability: Map<string, Availability>;
  /** Signs callbacks with a new key under a new id from now on. */
  rotateKey(): void;
}

interface Parts {
  readonly world: World;
  readonly options: PawapayOptions;
  readonly books: Books<Extra>;
  readonly wallets: Wallets;
  readonly toolkit: Toolkit;
  readonly keys: CallbackKey[];
  /** The address of the simulator itself, for links to its pages. */
  base_url: string;
}

/** pawaPay's Merchant API v2 as its contract sheet describes it. */
export function makePawapay(world: World, options: PawapayOptions): PawapaySimulator {
  const availability = new Map<string, Availability>();
  const wallets = makeWallets();
  const parts: Parts = {
    world,
    options,
    books: makeBooks<Extra>(world, (entry) => finish(parts, entry)),
    wallets,
    toolkit: {
      signed_requests_only: options.merchant_keys !== undefined,
      signed_callbacks: options.callback_signature !== undefined,
      availabilityOf: (provider) => availability.get(provider) ?? 'OPERATIONAL',
    },
    keys: [makeCallbackKey(1)],
    base_url: '',
  };
  return {
    id: 'pawapay',
    handle: (request) => {
      parts.base_url = new URL(request.url).origin;
      return answer(parts, request);
    },
    transactions: parts.books.all,
    decide: parts.books.decide,
    // The token from the dashboard does not expire.
    expireTokens: () => undefined,
    availability,
    rotateKey: () => parts.keys.splice(0, 1, makeCallbackKey(2)),
  };
}

function finish(parts: Parts, entry: Entry<Extra>): void {
  const { country } = entry.extra.order.provider;
  const isIn = entry.direction === 'collect' && entry.status === 'success';
  const isReturned = entry.direction !== 'collect' && entry.status === 'failed';
  if (isIn || isReturned) parts.wallets.add(country, entry.currency, entry.asked_amount);
  tell(parts, entry);
}

/** Sends a callback to the merchant. */
function tell({ world, options, keys, base_url }: Parts, entry: Entry<Extra>): void {
  const url = world.callbackUrl();
  if (url === null) return;
  const shown = showTransaction(entry, world.now(), authorizationUrl(base_url, entry.reference));
  const { clientReferenceId: _, ...told } = shown;
  const body = JSON.stringify(told);
  const [key] = keys;
  const { callback_signature } = options;
  const headers: Record<string, string> =
    callback_signature && key
      ? signCallback(key, callback_signature, world.now(), url, body)
      : { 'content-type': 'application/json' };
  world.callBack({ method: 'POST', url, headers, body });
}

function answer(parts: Parts, request: SimulatorRequest): SimulatorReply {
  const { path, method } = request;
  const page = answerAuthorization(parts.books, request);
  if (page) return page;
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return refuse(401, 'NO_AUTHENTICATION', 'No API token was found.');
  if (token !== parts.options.api_token) {
    return refuse(401, 'AUTHENTICATION_ERROR', 'The API token is not valid.');
  }
  const [, kind, ...rest] =
    /^\/v2\/(deposits|payouts|refunds)(?:\/(resend-callback|fail-enqueued))?(?:\/([^/]+))?$/.exec(path) ?? [];
  if (kind !== undefined) {
    const [action, id] = rest;
    if (method === 'GET' && id !== undefined && action === undefined) return showStatus(parts, kind, id);
    if (method === 'POST' && id === undefined) return initiate(parts, kind, request);
    if (method === 'POST' && id !== undefined && action) return act(parts, action, id);
  }
  return answerToolkit(parts, request);
}

function answerToolkit(parts: Parts, { method, path, body }: SimulatorRequest): SimulatorReply {
  switch (`${method} ${path}`) {
    case 'GET /v2/active-conf':
      return showConfiguration(parts.toolkit, parts.world.callbackUrl());
    case 'GET /v2/availability':
      return showAvailability(parts.toolkit);
    case 'GET /v2/wallet-balances':
      return json(200, { balances: parts.wallets.show() });
    case 'GET /v2/public-key/http':
      return json(
        200,
        parts.keys.map(({ id, public_pem }) => ({ id, key: public_pem })),
      );
    case 'POST /v2/predict-provider':
      return predict(readObject(body)?.phoneNumber);
    default:
      return refuse(404, 'NOT_FOUND', 'There is no such path.');
  }
}

function refuse(status: number, failureCode: string, failureMessage: string): SimulatorReply {
  return json(status, { failureReason: { failureCode, failureMessage } });
}

const directions = { deposits: 'collect', payouts: 'payout', refunds: 'refund' } as const;
const directionOf = (kind: string) => directions[kind as keyof typeof directions];

function showStatus({ books, world, base_url }: Parts, kind: string, id: string): SimulatorReply {
  const entry = books.find(id);
  if (entry?.direction !== directionOf(kind)) return json(200, { status: 'NOT_FOUND' });
  const data = showTransaction(entry, world.now(), authorizationUrl(base_url, id));
  return json(200, { status: 'FOUND', data });
}

function act(parts: Parts, action: string, id: string): SimulatorReply {
  const entry = parts.books.find(id);
  if (!entry) return json(200, { status: 'REJECTED', ...reasonOf(rejected('NOT_FOUND', 'Not found.')) });
  const isRight =
    action === 'fail-enqueued'
      ? entry.extra.is_enqueued && entry.status === 'pending'
      : entry.status !== 'pending';
  if (!isRight) {
    return json(200, { status: 'REJECTED', ...reasonOf(rejected('INVALID_STATE', 'Not in that state.')) });
  }
  if (action === 'fail-enqueued') parts.books.decide(id, 'MANUALLY_CANCELLED');
  else tell(parts, entry);
  return json(200, { [idFields[entry.direction]]: id, status: 'ACCEPTED' });
}

const reasonOf = ({ code, message }: Refusal) => ({
  failureReason: { failureCode: code, failureMessage: message },
});

/** `POST /v2/deposits`, `/v2/payouts`, `/v2/refunds` */
function initiate(parts: Parts, kind: string, request: SimulatorRequest): SimulatorReply {
  const { world, books, options } = parts;
  if (options.merchant_keys) {
    const problem = problemOfSignature(request, options.merchant_keys, world.now());
    if (problem !== null) return refuse(403, 'HTTP_SIGNATURE_ERROR', `Not verified: ${problem}.`);
  }
  const body = readObject(request.body);
  if (!body) return refuse(400, 'INVALID_INPUT', 'The payload could not be parsed.');
  const direction = directionOf(kind);
  const idField = idFields[direction];
  const reference = body[idField];
  const created = world.now().toISOString();
  const known = typeof reference === 'string' ? books.find(reference) : undefined;
  if (known) return json(200, { [idField]: reference, status: 'DUPLICATE_IGNORED', created });
  const order = readOrder(parts, direction, body);
  if ('code' in order) {
    if (order.status !== 200) return refuse(order.status, order.code, order.message);
    // As in pawaPay's own example, the id is null for this error.
    const named = order.code === 'AMOUNT_OUT_OF_BOUNDS' ? null : reference;
    return json(200, { [idField]: named, status: 'REJECTED', ...reasonOf(order) });
  }
  const entry = enter(parts, direction, String(reference), order);
  const redirects = entry.extra.redirect_at !== null;
  return json(200, {
    [idField]: reference,
    status: 'ACCEPTED',
    ...(direction === 'collect' && { nextStep: redirects ? 'GET_AUTH_URL' : 'FINAL_STATUS' }),
    created,
  });
}

type Direction = (typeof directions)[keyof typeof directions];

function readOrder(parts: Parts, direction: Direction, body: Record<string, unknown>): Order | Refusal {
  const { books, toolkit, wallets } = parts;
  const order =
    direction === 'refund'
      ? checkRefund(books, body)
      : checkOrder(direction === 'collect' ? 'deposit' : 'payout', body);
  if ('code' in order) return order;
  const state = toolkit.availabilityOf(order.provider.code);
  if (state === 'CLOSED' || (state === 'DELAYED' && direction === 'collect')) {
    return rejected('PROVIDER_TEMPORARILY_UNAVAILABLE', `${order.provider.code} is ${state}.`);
  }
  if (direction !== 'collect' && !wallets.take(order.provider.country, order.currency, order.amount)) {
    return rejected('PAWAPAY_WALLET_OUT_OF_FUNDS', 'The wallet holds too little.');
  }
  return order;
}

function enter(parts: Parts, direction: Direction, reference: string, order: Order): Entry<Extra> {
  const { world, books, options, toolkit } = parts;
  const redirect_after_ms = options.redirect_after_ms ?? 0;
  const redirects = direction === 'collect' && order.provider.auth === 'REDIRECT_AUTH';
  const is_enqueued = direction !== 'collect' && toolkit.availabilityOf(order.provider.code) === 'DELAYED';
  const plan: PayerPlan = is_enqueued
    ? { after_ms: null, end: 'success' }
    : planOfNumber(order.provider, direction, order.phone);
  const entry = books.open(
    {
      direction,
      reference,
      provider_reference: `PP${String(world.random()).slice(2, 14)}`,
      phone: order.phone,
      asked_amount: order.amount,
      currency: order.currency,
      extra: {
        order,
        redirect_at: redirects ? new Date(world.now().getTime() + redirect_after_ms) : null,
        is_enqueued,
      },
    },
    plan,
  );
  if (redirects && redirect_after_ms > 0) {
    world.after(redirect_after_ms, () => {
      if (entry.status === 'pending') tell(parts, entry);
    });
  }
  return entry;
}
