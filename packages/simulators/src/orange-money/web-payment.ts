import { type Books, type Entry, makeBooks } from '../books.ts';
import type { SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { json, readObject } from '../reply.ts';
import { makeAccess, randomText, receiptOf } from './access.ts';
import { merchant } from './accounts.ts';
import { planOf } from './numbers.ts';
import { goTo, readConfirmation, showGone, showPage } from './page.ts';
import { type Part, textOf } from './part.ts';

interface Extra {
  readonly notif_token: string;
  readonly notif_url: string;
  readonly return_url: string;
  readonly txnid: string;
  /** The number that the customer typed; null until then. */
  payer: string | null;
}

interface Desk {
  readonly world: World;
  readonly books: Books<Extra>;
}

const token_lifetime_s = 7_776_000;
const page_lifetime_ms = 10 * 60_000;
const id_length_max = 30;
const url_length_max = 120;

/** A refusal; where no code is documented, the HTTP status is used instead. */
const refuse = (status: number, code: number, message: string): SimulatorReply =>
  json(status, { code, message, description: message });

/** Orange Money Web Payment: a page for the customer, and a status inquiry. */
export function makeWebPayment(world: World): Part {
  const access = makeAccess(world, token_lifetime_s);
  const books = makeBooks<Extra>(world, ({ status, extra }) => {
    // A customer who never opened the page causes no notification.
    if (extra.payer === null) return;
    const { notif_token, txnid, notif_url } = extra;
    world.callBack({
      method: 'POST',
      url: notif_url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: status === 'success' ? 'SUCCESS' : 'FAILED', notif_token, txnid }),
    });
  });

  const desk: Desk = { world, books };
  return {
    handle: (request) => {
      if (/^\/oauth\/v[23]\/token$/.test(request.path)) return access.issue(request, 'basic');
      if (request.path.startsWith('/payment/pay_token/')) return visit(desk, request);
      const [, verb] = /^\/orange-money-webpay\/\w+\/v1\/(\w+)$/.exec(request.path) ?? [];
      if (verb === undefined || request.method !== 'POST') return undefined;
      if (!access.isGood(request)) return refuse(401, 42, 'Expired credentials');
      if (verb === 'webpayment') return init(desk, request);
      return verb === 'transactionstatus' ? tell(desk, request) : refuse(404, 60, 'Resource not found');
    },
    transactions: () => books.all().map((entry) => ({ ...entry, phone: entry.extra.payer ?? '' })),
    decide: books.decide,
    expireTokens: access.expire,
  };
}

function init({ world, books }: Desk, request: SimulatorRequest): SimulatorReply {
  const body = readObject(request.body) ?? {};
  const [order_id, notif_url, return_url, cancel_url] = [
    textOf(body.order_id),
    textOf(body.notif_url),
    textOf(body.return_url),
    textOf(body.cancel_url),
  ];
  if (body.merchant_key !== merchant.merchant_key) return refuse(403, 403, 'Unknown merchant');
  const urls = [notif_url, return_url, cancel_url];
  const isShort = [order_id, textOf(body.reference ?? '-')].every(
    (text) => text !== '' && text.length <= id_length_max,
  );
  const isWhole =
    isShort &&
    urls.every((url) => URL.canParse(url) && url.length <= url_length_max) &&
    typeof body.amount === 'number' &&
    body.amount > 0;
  if (!isWhole) return refuse(400, 400, 'Invalid request');
  if (books.find(order_id)) return refuse(400, 1204, 'Order id already used');
  const pay_token = `v1${randomText(world, 40)}`;
  const extra: Extra = {
    notif_token: `n${randomText(world, 30)}`,
    notif_url,
    return_url,
    txnid: receiptOf(world),
    payer: null,
  };
  books.open(
    {
      direction: 'collect',
      reference: order_id,
      provider_reference: pay_token,
      phone: '',
      asked_amount: String(body.amount),
      currency: textOf(body.currency),
      extra,
    },
    { after_ms: null, end: 'success' },
  );
  world.after(page_lifetime_ms, () => {
    if (extra.payer === null) books.decide(order_id, 'EXPIRED');
  });
  const payment_url = `${new URL(request.url).origin}/payment/pay_token/${pay_token}`;
  return json(201, {
    status: 201,
    message: 'OK',
    pay_token,
    payment_url,
    notif_token: extra.notif_token,
  });
}

function tell({ books }: Desk, request: SimulatorRequest): SimulatorReply {
  const body = readObject(request.body) ?? {};
  const entry = books.find(textOf(body.order_id));
  const isIt = entry?.provider_reference === body.pay_token && String(body.amount) === entry?.asked_amount;
  if (!entry || !isIt) return refuse(404, 404, 'Unknown order');
  return json(201, { status: statusOf(entry), order_id: entry.reference, txnid: entry.extra.txnid });
}

function visit({ world, books }: Desk, request: SimulatorRequest): SimulatorReply {
  const entry = books.findByProvider(request.path.split('/').at(-1) ?? '');
  if (entry?.status !== 'pending' || entry.extra.payer !== null) return showGone();
  if (request.method === 'GET') {
    return showPage('Orange Money', `${entry.asked_amount} ${entry.currency}`);
  }
  const { msisdn, otp } = readConfirmation(request);
  if (msisdn === '' || otp === '') return showPage('Orange Money', 'Numéro et code obligatoires');
  entry.extra.payer = msisdn;
  const plan = world.planOf(msisdn) ?? planOf('web-payment', msisdn);
  const { after_ms, end } = plan;
  if (after_ms !== null) world.after(after_ms, () => books.decide(entry.reference, end));
  return goTo(entry.extra.return_url);
}

function statusOf({ status, code, extra }: Entry<Extra>): string {
  if (status === 'pending') return extra.payer === null ? 'INITIATED' : 'PENDING';
  if (status === 'success') return 'SUCCESS';
  return code === 'EXPIRED' ? 'EXPIRED' : 'FAILED';
}
