import { createHmac } from 'node:crypto';
import { type Books, type Entry, makeBooks } from '../books.ts';
import type { SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { json, readObject } from '../reply.ts';
import { makeAccess, randomText, receiptOf } from './access.ts';
import { merchant } from './accounts.ts';
import { makePinKey, type PinKey } from './keys.ts';
import { planOf } from './numbers.ts';
import { goTo, readConfirmation, showGone, showPage } from './page.ts';
import { nameOf, type Part, textOf } from './part.ts';

interface Extra {
  readonly type: 'MERCHANT_PAYMENT' | 'CASHIN';
  readonly callback_url: string | null;
  readonly success_url: string;
  /**
   * The number that scanned the code, or that receives the money. Null until the code is scanned; searches do not
   * list the payment before that.
   */
  payer: string | null;
}

interface Desk {
  readonly world: World;
  readonly books: Books<Extra>;
  /** QR codes, each with the reference of its payment. */
  readonly codes: Map<string, { readonly reference: string; readonly until_ms: number }>;
  readonly pin_key: PinKey;
}

/**
 * The authentication of a callback: one signature, two signatures (with the old secret and the new), or the key of
 * an older registration.
 */
export type Proof = 'signature' | 'two_signatures' | 'api_key';

const token_lifetime_s = 300;
const validity_max_s = 86_400;
const words = ['CANCELLED', 'FAILED', 'REJECTED'];

const problem = (status: number, code: number, title: string): SimulatorReply => ({
  ...json(status, { type: 'about:blank', title, status, code: String(code), detail: title }),
  headers: { 'content-type': 'application/problem+json' },
});

/** Sonatel's eWallet API: QR codes, searches, cash-ins, signed callbacks. */
export function makeSonatel(world: World, proof: Proof): Part & { rotateKey(): void } {
  const access = makeAccess(world, token_lifetime_s);
  const pin_key = makePinKey();
  const books = makeBooks<Extra>(world, (entry) => {
    const url = entry.extra.callback_url ?? world.callbackUrl();
    if (entry.extra.payer !== null && url !== null) callBack(world, proof, url, entry);
  });
  const desk: Desk = { world, books, codes: new Map(), pin_key };

  const routes: Readonly<Record<string, (request: SimulatorRequest) => SimulatorReply>> = {
    'POST /api/eWallet/v4/qrcode': (request) => createQr(desk, request),
    'POST /api/eWallet/v1/cashins': (request) => cashIn(desk, request),
    'GET /api/eWallet/v1/transactions': (request) => json(200, search(books, request.query)),
    'GET /api/account/v1/publicKeys': () => json(200, pin_key.describe()),
    'POST /api/notification/v1/merchantcallback': () => json(201, {}),
  };
  return {
    handle: (request) => {
      if (request.path === '/oauth/v1/token') return access.issue(request, 'basic_or_form');
      if (request.path.startsWith('/qr/')) return visit(desk, request);
      const route = routes[`${request.method} ${request.path}`];
      const [, id] = /^\/api\/eWallet\/v1\/transactions\/([^/]+)\/status$/.exec(request.path) ?? [];
      if (!route && id === undefined) return undefined;
      if (!access.isGood(request)) return problem(401, 10, 'Invalid credentials');
      if (route) return route(request);
      const entry = books.findByProvider(decodeURIComponent(id ?? ''));
      if (!entry) return problem(404, 4099, 'Unknown transaction');
      return json(200, { transactionId: entry.provider_reference, status: describe(entry).status });
    },
    transactions: () => books.all().map((entry) => ({ ...entry, phone: entry.extra.payer ?? '' })),
    decide: books.decide,
    expireTokens: access.expire,
    rotateKey: pin_key.rotate,
  };
}

function endUnpaid({ world, books, codes }: Desk, reference: string): void {
  const now_ms = world.now().getTime();
  const isOpen = [...codes.values()].some((code) => code.reference === reference && code.until_ms > now_ms);
  if (!isOpen && books.find(reference)?.extra.payer === null) books.decide(reference, 'CANCELLED');
}

function createQr(desk: Desk, request: SimulatorRequest): SimulatorReply {
  const { world, books, codes } = desk;
  const body = readObject(request.body) ?? {};
  const amount = readAmount(body.amount);
  const [reference = '', success_url = ''] = [body.reference, body.callbackSuccessUrl].map(textOf);
  const { validity } = body;
  const isWhole =
    body.code === merchant.merchant_code &&
    textOf(body.name) !== '' &&
    reference !== '' &&
    amount !== undefined &&
    typeof validity === 'number' &&
    validity > 0 &&
    validity <= validity_max_s;
  if (!isWhole) return problem(400, 4099, 'Bad request');
  // A second code for a payment that has not begun belongs to the same payment.
  const isNew = books.find(reference)?.status !== 'pending';
  const name = isNew ? nameOf(books, reference) : reference;
  if (isNew) {
    const extra: Extra = {
      type: 'MERCHANT_PAYMENT',
      callback_url: request.headers['x-callback-url'] ?? null,
      success_url,
      payer: null,
    };
    const order = {
      direction: 'collect',
      reference: name,
      phone: '',
      asked_amount: amount,
      currency: 'XOF',
    } as const;
    books.open({ ...order, provider_reference: receiptOf(world), extra }, { after_ms: null, end: 'success' });
  }
  const qrId = randomText(world, 20);
  const now_ms = world.now().getTime();
  codes.set(qrId, { reference: name, until_ms: now_ms + validity * 1000 });
  world.after(validity * 1000, () => endUnpaid(desk, name));
  const link = `${new URL(request.url).origin}/qr/${qrId}`;
  return json(200, {
    qrId,
    qrCode: Buffer.from('a picture of the code').toString('base64'),
    deepLink: link,
    deepLinks: { MAXIT: `${link}?app=maxit`, OM: `${link}?app=om` },
    shortLink: link,
    validFor: { startDateTime: world.now(), endDateTime: new Date(now_ms + validity * 1000) },
  });
}

function visit({ world, books, codes }: Desk, request: SimulatorRequest): SimulatorReply {
  const code = codes.get(request.path.split('/').at(-1) ?? '');
  const entry = code && books.find(code.reference);
  const isGone = !code || world.now().getTime() >= code.until_ms;
  if (isGone || entry?.status !== 'pending' || entry.extra.payer !== null) return showGone();
  if (request.method === 'GET') return showPage('MAXIT', `${entry.asked_amount} XOF`);
  const { msisdn } = readConfirmation(request);
  if (msisdn === '') return showPage('MAXIT', 'Numéro obligatoire');
  entry.extra.payer = msisdn;
  const { after_ms, end } = world.planOf(msisdn) ?? planOf('sonatel', msisdn);
  if (after_ms !== null) world.after(after_ms, () => books.decide(entry.reference, end));
  return URL.canParse(entry.extra.success_url) ? goTo(entry.extra.success_url) : showGone();
}

function cashIn({ world, books, pin_key }: Desk, request: SimulatorRequest): SimulatorReply {
  const body = readObject(request.body) ?? {};
  const [partner, customer] = [body.partner, body.customer].map(objectOf);
  const amount = readAmount(body.amount);
  const phone = textOf(customer?.id);
  const reference = textOf(body.reference);
  if (amount === undefined || !/^\d{9}$/.test(phone) || reference === '') {
    return problem(400, 4099, 'Bad request');
  }
  const pin = pin_key.decrypt(textOf(partner?.encryptedPinCode));
  if (pin === undefined) return problem(400, 4003, 'Key revoked');
  if (pin !== merchant.pin || partner?.id !== merchant.channel_msisdn.sonatel) {
    return problem(400, 2041, 'Not allowed');
  }
  const extra: Extra = { type: 'CASHIN', callback_url: null, success_url: '', payer: phone };
  const order = {
    direction: 'payout',
    reference: nameOf(books, reference),
    phone,
    asked_amount: amount,
    currency: 'XOF',
  } as const;
  const entry = books.open(
    { ...order, provider_reference: receiptOf(world), extra },
    planOf('sonatel', phone),
  );
  if (entry.status === 'failed' && /^\d+$/.test(entry.code ?? '')) {
    return problem(400, Number(entry.code), 'Refused');
  }
  return json(200, { transactionId: entry.provider_reference, ...describe(entry) });
}

function search(books: Books<Extra>, query: URLSearchParams): unknown {
  const wanted = (name: string, value: unknown): boolean => (query.get(name) || value) === value;
  return books
    .all()
    .filter(({ extra }) => extra.payer !== null)
    .map((entry) => ({ transactionId: entry.provider_reference, ...describe(entry) }))
    .filter((one) => wanted('reference', one.reference) && wanted('type', one.type))
    .filter((one) => wanted('status', one.status));
}

function describe(entry: Entry<Extra>) {
  const { reference, extra, status, code } = entry;
  const isWord = code !== null && words.includes(code);
  const failed = isWord ? code : 'FAILED';
  return {
    reference: reference.split('~')[0],
    type: extra.type,
    status: status === 'pending' ? 'PENDING' : status === 'success' ? 'SUCCESS' : failed,
    amount: { value: Number(entry.moved_amount ?? entry.asked_amount), unit: entry.currency },
    ...(status === 'failed' && !isWord && { code }),
  };
}

function callBack(world: World, proof: Proof, url: string, entry: Entry<Extra>): void {
  const { status, reference } = describe(entry);
  const transactionId = entry.provider_reference;
  const body = JSON.stringify({ reference, transactionId, status, timestamp: world.now().toISOString() });
  const at = Math.floor(world.now().getTime() / 1000);
  const sign = (secret: string): string =>
    `v1=${createHmac('sha256', secret).update(`${at},${body}`).digest('hex')}`;
  const signed = [
    ...(proof === 'two_signatures' ? [sign('the secret before')] : []),
    sign(merchant.webhook_secret),
  ];
  world.callBack({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'x-sonatel-idempotency-key': `${transactionId}-${status}`,
      ...(proof === 'api_key'
        ? { authorization: `Basic ${merchant.webhook_api_key}` }
        : { 'x-sonatel-signature': [`t=${at}`, ...signed].join(',') }),
    },
    body,
  });
}

function readAmount(value: unknown): string | undefined {
  const { value: amount, unit } = objectOf(value) ?? {};
  return typeof amount === 'number' && amount > 0 && unit === 'XOF' ? String(amount) : undefined;
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
