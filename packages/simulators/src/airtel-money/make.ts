import { createHmac } from 'node:crypto';
import { type Books, type Entry, makeBooks } from '../books.ts';
import type { Direction, Simulator, SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { json, readObject } from '../reply.ts';
import { isSigned, openPin, type Padding, public_key } from './keys.ts';
import { ambiguous_digit, hesitant_digit, planFor } from './numbers.ts';
import { refuse, refuseAtGateway, succeed } from './replies.ts';

export interface AirtelOptions {
  readonly client_id: string;
  readonly client_secret: string;
  /** ISO 3166-1 and ISO 4217 of the application. */
  readonly country: string;
  readonly currency: string;
  readonly pin: string;
  readonly pin_padding: Padding;
  /** True when unsigned requests are refused and only version 2 is served. */
  readonly message_signing: boolean;
  /** Private key of callback authentication; null if callbacks carry no hash. */
  readonly callback_key: string | null;
}

interface Extra {
  /** The number of inquiries about the transaction. */
  questions: number;
  is_refunded: boolean;
}

interface Network {
  readonly world: World;
  readonly options: AirtelOptions;
  readonly tokens: Map<string, number>;
  readonly books: Books<Extra>;
  nextName(prefix: string): string;
}

const token_lifetime_s = 180;

/** Airtel's Open API for one country, as the contract sheet describes it. */
export function makeAirtelMoney(world: World, options: AirtelOptions): Simulator {
  let last = 0;
  const books = makeBooks<Extra>(world, (entry) => callBack(network, entry));
  const network: Network = {
    world,
    options,
    tokens: new Map(),
    books,
    nextName: (prefix) => {
      last += 1;
      return `${prefix}26${String(last).padStart(6, '0')}`;
    },
  };
  return {
    id: 'airtel-money',
    handle: (request) => handle(network, request),
    transactions: () => books.all(),
    decide: (reference, end) => books.decide(reference, end),
    expireTokens: () => network.tokens.clear(),
  };
}

function handle(network: Network, request: SimulatorRequest): SimulatorReply {
  const { method, path, headers } = request;
  const { options } = network;
  if (`${method} ${path}` === 'POST /auth/oauth2/token') return issueToken(network, request.body);
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  if ((network.tokens.get(token) ?? 0) <= network.world.now().getTime()) {
    return json(401, { error: 'invalid_token', error_description: 'The access token is invalid or expired' });
  }
  if (headers['x-country'] !== options.country) return refuseAtGateway(400, 'ROUTER006');
  if (headers['x-currency'] !== options.currency) return refuseAtGateway(400, 'ROUTER119');
  const version = options.message_signing ? 'v2' : 'v1';
  if (method === 'GET') return answerQuestion(network, request, version);
  const body = readObject(request.body);
  if (method !== 'POST' || !body) return json(404, { error: 'not_found' });
  const isMoney = path.includes('payments') || path.includes('disbursements');
  if (isMoney && options.message_signing && !isSigned(request.body, headers)) return refuse('DP00800001026');
  switch (path) {
    case `/merchant/${version}/payments/`:
      return push(network, body);
    case `/standard/${version}/disbursements/`:
      return disburse(network, body);
    case '/standard/v1/payments/refund':
      return refund(network, body);
    default:
      return json(404, { error: 'not_found' });
  }
}

function answerQuestion(network: Network, { path }: SimulatorRequest, version: string): SimulatorReply {
  const { options } = network;
  if (path === '/v1/rsa/encryption-keys') {
    const data = { key_id: '1', key: public_key, valid_upto: '31-12-2030 23:59:59' };
    return succeed(data, 'DP02010001001');
  }
  if (path === '/standard/v1/users/balance') {
    const data = { balance: '100,000.00', currency: options.currency, account_status: 'Active' };
    return succeed(data, 'DP02100000001');
  }
  const payment = /^\/standard\/v1\/payments\/(\w+)$/.exec(path)?.[1];
  if (payment !== undefined) return show(network, 'collect', payment, 'DP00800001');
  const disbursement = new RegExp(`^/standard/${version}/disbursements/(\\w+)$`).exec(path)?.[1];
  if (disbursement !== undefined) return show(network, 'payout', disbursement, 'DP00900001');
  return json(404, { error: 'not_found' });
}

function issueToken({ world, options, tokens }: Network, text: string): SimulatorReply {
  const { client_id, client_secret, grant_type } = readObject(text) ?? {};
  const isKnown = client_id === options.client_id && client_secret === options.client_secret;
  if (!isKnown || grant_type !== 'client_credentials') {
    return json(401, { error: 'invalid_client', error_description: 'Invalid client authentication' });
  }
  const access_token = `at${Math.floor(world.random() * 1e12).toString(36)}${tokens.size}`;
  tokens.set(access_token, world.now().getTime() + token_lifetime_s * 1000);
  return json(200, { access_token, expires_in: String(token_lifetime_s), token_type: 'bearer' });
}

/** The parts of an order that are checked; undefined when one of them is missing. */
function readOrder(
  body: Record<string, unknown>,
  person: 'subscriber' | 'payee',
): { readonly msisdn: string; readonly id: string; readonly amount: number } | undefined {
  const { msisdn } = (body[person] ?? {}) as Record<string, unknown>;
  const { id, amount } = (body.transaction ?? {}) as Record<string, unknown>;
  const isReference = typeof body.reference === 'string' && /^[A-Za-z0-9]{4,64}$/.test(body.reference);
  if (typeof msisdn !== 'string' || typeof id !== 'string' || !/^[A-Za-z0-9]{1,64}$/.test(id))
    return undefined;
  if (typeof amount !== 'number' || amount <= 0 || !isReference) return undefined;
  return { msisdn, id, amount };
}

function push(network: Network, body: Record<string, unknown>): SimulatorReply {
  const order = readOrder(body, 'subscriber');
  if (!order) return refuseAtGateway(400, 'ROUTER003');
  const { msisdn, id, amount } = order;
  if (!/^\d{7,10}$/.test(msisdn)) return refuse('ESB000033');
  if (network.books.find(id)) return refuse('ESB000041');
  enter(network, 'collect', { id, phone: msisdn, amount, name: network.nextName('MP') });
  return succeed({ transaction: { id, status: 'SUCCESS' } }, 'DP00800001006');
}

function disburse(network: Network, body: Record<string, unknown>): SimulatorReply {
  const { options } = network;
  const order = readOrder(body, 'payee');
  if (!order) return refuseAtGateway(400, 'ROUTER003');
  const pin = openPin(String(body.pin), options.pin_padding);
  if (pin === undefined) return refuseAtGateway(400, 'ROUTER116');
  if (pin !== options.pin) return refuseAtGateway(400, 'ROUTER115');
  const { msisdn, id, amount } = order;
  if (network.books.find(id)) return refuse('DP00900001017');
  const entry = enter(network, 'payout', { id, phone: msisdn, amount, name: network.nextName('DI') });
  return present(entry, 'DP00900001');
}

function refund(network: Network, body: Record<string, unknown>): SimulatorReply {
  const { airtel_money_id } = (body.transaction ?? {}) as Record<string, unknown>;
  const paid = network.books.findByProvider(String(airtel_money_id));
  if (paid?.direction !== 'collect' || paid.status !== 'success') return refuse('ESB000045');
  const end = network.world.planOf(paid.phone)?.end ?? 'success';
  if (end !== 'success') return refuse(`DP00800001${end}`);
  // The effect of a second refund is not documented: here it has none.
  if (paid.extra.is_refunded) return refuse('ESB000011');
  paid.extra.is_refunded = true;
  const name = network.nextName('CI');
  const amount = Number(paid.moved_amount ?? paid.asked_amount);
  enter(network, 'refund', { id: name, phone: paid.phone, amount, name });
  return succeed({ transaction: { airtel_money_id: name, status: 'SUCCESS' } }, 'DP00800001001');
}

function enter(
  { books, options }: Network,
  direction: Direction,
  order: { readonly id: string; readonly phone: string; readonly amount: number; readonly name: string },
): Entry<Extra> {
  const { id, phone, amount, name } = order;
  return books.open(
    {
      direction,
      reference: id,
      provider_reference: name,
      phone,
      asked_amount: String(amount),
      currency: options.currency,
      extra: { questions: 0, is_refunded: false },
    },
    direction === 'refund' ? { after_ms: 0, end: 'success' } : planFor(phone),
  );
}

function show(
  { books, world }: Network,
  direction: Direction,
  id: string,
  code_start: string,
): SimulatorReply {
  const entry = books.find(id);
  if (entry?.direction !== direction)
    return refuse(direction === 'collect' ? `${code_start}025` : `${code_start}015`);
  entry.extra.questions += 1;
  const isHesitant = entry.phone.endsWith(hesitant_digit) && world.planOf(entry.phone) === undefined;
  if (isHesitant && direction === 'collect' && entry.extra.questions <= 2) return refuse(`${code_start}024`);
  return present(entry, code_start);
}

/** Renders a transaction as Airtel's responses do, which never include its amount. */
function present(entry: Entry<Extra>, code_start: string): SimulatorReply {
  const { reference: id, provider_reference: airtel_money_id, status, code, phone } = entry;
  if (status === 'pending') {
    const isAmbiguous = phone.endsWith(ambiguous_digit);
    return succeed(
      { transaction: { id, message: '', status: isAmbiguous ? 'TA' : 'TIP' } },
      `${code_start}${isAmbiguous ? '000' : '006'}`,
    );
  }
  if (status === 'success') {
    return succeed(
      { transaction: { airtel_money_id, id, message: 'Paid', status: 'TS' } },
      `${code_start}001`,
    );
  }
  const transaction = { airtel_money_id, id, message: 'Failed', status: code === '029' ? 'TE' : 'TF' };
  return refuse(`${code_start}${digitsOf(code)}`, { transaction });
}

/** Reads a code as typed on the control page; `008` unless it has three digits, as Airtel's codes do. */
function digitsOf(code: string | null): string {
  return code !== null && /^\d{3}$/.test(code) ? code : '008';
}

/** Sends a callback, for collections only. */
function callBack({ world, options }: Network, entry: Entry<Extra>): void {
  const url = world.callbackUrl();
  if (url === null || entry.direction !== 'collect') return;
  const transaction = {
    id: entry.reference,
    message: entry.status === 'success' ? `Paid ${options.currency} ${entry.asked_amount}` : 'Failed',
    status_code: entry.status === 'success' ? 'TS' : 'TF',
    airtel_money_id: entry.provider_reference,
  };
  const text = JSON.stringify(transaction);
  const { callback_key } = options;
  const hash =
    callback_key === null ? undefined : createHmac('sha256', callback_key).update(text).digest('base64');
  world.callBack({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ transaction, hash }),
  });
}
