import { asCurrency } from '@guichet/kernel/currencies';
import { majorText, moneyFromText } from '@guichet/kernel/money';
import { type Books, type Entry, makeBooks } from '../books.ts';
import type { Direction, Simulator, SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { empty, json, readObject } from '../reply.ts';
import {
  type ApiUser,
  isReference,
  makeAccess,
  type Platform,
  type Product,
  products,
  refusal,
} from './access.ts';
import {
  accountHolders,
  type Behaviour,
  numberScenario,
  refundScenario,
  type Scenario,
  usual,
} from './numbers.ts';
import { type Order, type Party, readOrder } from './read-order.ts';

/** Options of the simulated MTN. */
export interface MtnMomoOptions {
  /** `sandbox`, or a market such as `mtnivorycoast`. */
  readonly target_environment: string;
  /** The only currency that it accepts: EUR in MTN's sandbox. */
  readonly currency: string;
  readonly subscription_keys: Partial<Record<Product, string>>;
  /** API users that exist from the start; more are created with the provisioning calls. */
  readonly users: readonly ApiUser[];
  /** The platform. Default: `partner`. */
  readonly platform?: Platform;
  readonly behaviour?: Behaviour;
  /** The form of a failure's reason, which the documentation leaves open. */
  readonly reasons?: 'text' | 'object';
  /**
   * Whether the test numbers for error codes refuse the request immediately or fail later, which the documentation
   * also leaves open.
   */
  readonly refusals?: 'at_once' | 'later';
  /** The delay for a number without a scenario. Default: 1,000; null to wait until a person decides. */
  readonly usual_after_ms?: number | null;
}

interface Extra {
  readonly service: string;
  readonly external_id: string;
  readonly payer_message: string;
  readonly payee_note: string;
  readonly status_while_pending: 'PENDING' | 'CREATED';
  readonly callback_url: string | null;
  /** The reference of the refunded payment, for a refund. */
  readonly reference_to_refund: string | null;
}

/** The objects that can be created, keyed by path, each with its product. */
const services: Readonly<
  Record<string, { product: Product; direction: Direction; party: Party; callback: 'PUT' | 'POST' }>
> = {
  '/collection/v1_0/requesttopay': {
    product: 'collection',
    direction: 'collect',
    party: 'payer',
    callback: 'PUT',
  },
  '/disbursement/v1_0/transfer': {
    product: 'disbursement',
    direction: 'payout',
    party: 'payee',
    callback: 'PUT',
  },
  '/disbursement/v1_0/deposit': {
    product: 'disbursement',
    direction: 'payout',
    party: 'payee',
    callback: 'POST',
  },
  '/disbursement/v2_0/deposit': {
    product: 'disbursement',
    direction: 'payout',
    party: 'payee',
    callback: 'PUT',
  },
  '/disbursement/v1_0/refund': { product: 'disbursement', direction: 'refund', party: null, callback: 'PUT' },
  '/disbursement/v2_0/refund': { product: 'disbursement', direction: 'refund', party: null, callback: 'PUT' },
};

/** MTN MoMo as its contract sheet describes it. Not here: invoices, pre-approvals, withdrawals, remittances. */
export function makeMtnMomo(world: World, options: MtnMomoOptions): Simulator {
  const { subscription_keys, users, target_environment, platform = 'partner' } = options;
  const access = makeAccess(world, subscription_keys, users, { target_environment, platform });
  const books = makeBooks<Extra>(world, (entry) => {
    const { callback_url, service } = entry.extra;
    if (callback_url === null) return;
    world.callBack({
      method: services[service]?.callback ?? 'PUT',
      url: callback_url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(describe(entry, options)),
    });
  });

  const handleProduct = (request: SimulatorRequest, product: Product): SimulatorReply => {
    if (request.method === 'POST' && request.path === `/${product}/token/`) {
      return access.issueToken(request, product);
    }
    const authorised = access.authorise(request, product);
    if ('status' in authorised) return authorised;
    if (services[request.path] !== undefined && request.method === 'POST') {
      return create(world, books, options, authorised, request);
    }
    return readSomething(books, options, request, product);
  };

  return {
    id: 'mtn-momo',
    handle: (request) => {
      const provisioned = access.provision(request);
      if (provisioned) return provisioned;
      const product = products.find((one) => request.path.startsWith(`/${one}/`));
      return product ? handleProduct(request, product) : gatewayNotFound();
    },
    transactions: () => books.all(),
    decide: books.decide,
    expireTokens: access.expireTokens,
  };
}

/** The response of the gateway in front of MTN to an unknown path. */
function gatewayNotFound(): SimulatorReply {
  return json(404, { statusCode: 404, message: 'Resource not found' });
}

function create(
  world: World,
  books: Books<Extra>,
  options: MtnMomoOptions,
  user: ApiUser,
  { path, headers, body }: SimulatorRequest,
): SimulatorReply {
  const service = services[path];
  const reference = headers['x-reference-id'];
  if (!service || !isReference(reference) || reference === user.api_user)
    return refusal(400, 'VALIDATION_ERROR');
  const order = readOrder(body, service.party);
  if (!order) return refusal(400, 'VALIDATION_ERROR');
  if (books.find(reference)) return refusal(409, 'RESOURCE_ALREADY_EXIST', 'Duplicated reference id.');
  const callback_url = headers['x-callback-url'] ?? null;
  const registered_host = hostOf(world.callbackUrl()) ?? user.callback_host;
  if (callback_url !== null && hostOf(callback_url) !== registered_host) {
    return refusal(500, 'INVALID_CALLBACK_URL_HOST');
  }
  if (order.currency !== options.currency) return refusal(500, 'INVALID_CURRENCY', 'Currency not supported.');
  const phone = order.party_id ?? books.find(order.reference_to_refund ?? '')?.phone ?? '';
  const scenario = scenarioOf(books, options, service.direction, order);
  if (scenario.kind === 'refused' && options.refusals !== 'later')
    return refusal(scenario.status, scenario.code);
  const isPlan = scenario.kind === 'plan';
  books.open(
    {
      direction: service.direction,
      reference,
      provider_reference: String(Math.floor(world.random() * 9e9) + 1e9),
      phone,
      asked_amount: order.amount,
      currency: order.currency,
      extra: {
        service: path,
        external_id: order.external_id,
        payer_message: order.payer_message,
        payee_note: order.payee_note,
        status_while_pending: (isPlan ? scenario.status_while_pending : undefined) ?? 'PENDING',
        callback_url,
        reference_to_refund: order.reference_to_refund,
      },
    },
    isPlan ? scenario.plan : { after_ms: options.usual_after_ms ?? 1_000, end: scenario.code },
  );
  return empty(202);
}

function hostOf(url: string | null): string | undefined {
  return url === null ? undefined : URL.parse(url)?.hostname;
}

function scenarioOf(
  books: Books<Extra>,
  options: MtnMomoOptions,
  direction: Direction,
  order: Order,
): Scenario {
  const scenario =
    direction === 'refund'
      ? refundOf(books, order)
      : numberScenario(order.party_id ?? '', direction, options.behaviour ?? 'documented');
  if (scenario !== usual || options.usual_after_ms === undefined) return scenario;
  return { kind: 'plan', plan: { after_ms: options.usual_after_ms, end: 'success' } };
}

/**
 * A refund cannot exceed the payment. MTN does not document its response to a refund that does; the simulator uses
 * MTN's general refusal.
 */
function refundOf(books: Books<Extra>, { reference_to_refund, amount, currency }: Order): Scenario {
  const documented = refundScenario(reference_to_refund ?? '');
  if (documented) return documented;
  const payment = books.find(reference_to_refund ?? '');
  if (payment?.direction !== 'collect' || payment.status !== 'success') {
    return { kind: 'refused', status: 404, code: 'RESOURCE_NOT_FOUND' };
  }
  const refunded = books
    .all()
    .filter((one) => one.extra.reference_to_refund === reference_to_refund && one.status !== 'failed')
    .reduce((sum, one) => sum + minorOf(one.asked_amount, one.currency), 0n);
  const isTooMuch = refunded + minorOf(amount, currency) > minorOf(payment.moved_amount ?? '0', currency);
  return isTooMuch ? { kind: 'plan', plan: { after_ms: 1_000, end: 'NOT_ALLOWED' } } : usual;
}

function readSomething(
  books: Books<Extra>,
  options: MtnMomoOptions,
  { method, path, body }: SimulatorRequest,
  product: Product,
): SimulatorReply {
  if (method === 'POST') return notify(books, path, body);
  if (method !== 'GET') return gatewayNotFound();
  if (path === `/${product}/v1_0/account/balance`) {
    const availableBalance = balanceOf(books, product, options.currency);
    return json(200, { availableBalance, currency: options.currency });
  }
  const holder = path.match(
    /\/v1_0\/accountholder\/(?:msisdn|email|party_code)\/([^/]+)\/(active|basicuserinfo)$/,
  );
  if (holder) return describeHolder(holder[1] ?? '', holder[2] ?? '');
  const cut = path.lastIndexOf('/');
  const service = path.slice(0, cut);
  if (services[service] === undefined) return gatewayNotFound();
  const entry = books.find(path.slice(cut + 1));
  // Version 1 shows transactions that version 2 has created.
  if (entry?.extra.service !== service && entry?.extra.service.replace('/v2_0/', '/v1_0/') !== service) {
    return refusal(404, 'RESOURCE_NOT_FOUND', 'Requested resource was not found.');
  }
  return json(200, describe(entry, options));
}

/** A message to the payer after a payment: accepted, but not sent. */
function notify(books: Books<Extra>, path: string, body: string): SimulatorReply {
  const [, reference = ''] =
    /^\/collection\/v1_0\/requesttopay\/([^/]+)\/deliverynotification$/.exec(path) ?? [];
  if (books.find(reference)?.direction !== 'collect') return refusal(404, 'RESOURCE_NOT_FOUND');
  return typeof readObject(body)?.notificationMessage === 'string'
    ? empty(200)
    : refusal(400, 'VALIDATION_ERROR');
}

/**
 * The balance of a product's wallet: an initial amount that is large enough for payouts, and its movements since.
 */
function balanceOf(books: Books<Extra>, product: Product, code: string): string {
  const currency = asCurrency(code);
  const own = books.all().filter(({ extra }) => services[extra.service]?.product === product);
  const amount_minor = own.reduce(
    (sum, { direction, moved_amount }) => {
      const moved = minorOf(moved_amount ?? '0', code);
      return direction === 'collect' ? sum + moved : sum - moved;
    },
    minorOf('10000000', code),
  );
  return majorText({ amount_minor, currency });
}

function minorOf(amount: string, currency: string): bigint {
  const read = moneyFromText(amount, asCurrency(currency));
  if ('problem' in read) throw new Error(`not an amount in ${currency}: ${amount}`);
  return read.money.amount_minor;
}

function describeHolder(id: string, question: string): SimulatorReply {
  const holder = accountHolders.get(id);
  if (holder?.code !== undefined) return refusal(holder.status, holder.code);
  if (question === 'active') return json(200, { result: holder === undefined });
  const name = { given_name: 'Sand', family_name: 'Box', birthdate: '1976-08-13' };
  return json(200, { ...name, locale: 'sv_SE', gender: 'MALE', status: 'ACTIVE' });
}

/** A transaction as inquiries and callbacks show it: without the reference with which it was created. */
function describe(entry: Entry<Extra>, options: MtnMomoOptions): Record<string, unknown> {
  const { extra, status, code } = entry;
  const party = services[extra.service]?.party ?? null;
  const common = {
    externalId: extra.external_id,
    amount: entry.moved_amount ?? entry.asked_amount,
    currency: entry.currency,
    ...(party !== null && { [party]: { partyIdType: 'MSISDN', partyId: entry.phone } }),
    payerMessage: extra.payer_message,
    payeeNote: extra.payee_note,
  };
  if (status === 'pending') return { ...common, status: extra.status_while_pending };
  if (status === 'failed') {
    const reason = options.reasons === 'object' ? { code, message: `${code} (simulated)` } : code;
    return { ...common, status: 'FAILED', reason };
  }
  return { financialTransactionId: entry.provider_reference, ...common, status: 'SUCCESSFUL' };
}
