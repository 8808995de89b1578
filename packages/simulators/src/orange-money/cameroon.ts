import { type Books, type Entry, makeBooks } from '../books.ts';
import type { SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { json, readObject } from '../reply.ts';
import { makeAccess, randomText } from './access.ts';
import { merchant } from './accounts.ts';
import { planOf } from './numbers.ts';
import { nameOf, type Part, textOf } from './part.ts';

type Product = 'mp' | 'cashin';

interface Extra {
  readonly product: Product;
  readonly notif_url: string;
}

interface Desk {
  readonly world: World;
  readonly books: Books<Extra>;
  /** Tokens without a payment so far. */
  readonly unused: Map<string, Product>;
}

const token_lifetime_s = 3600;
const words = ['FAILED', 'CANCELLED', 'EXPIRED'];
const x_auth_token = Buffer.from(`${merchant.api_username}:${merchant.api_password}`).toString('base64');

/** Orange Cameroon's omcoreapis: a token, a payment with it, and a prompt on the phone. */
export function makeCameroon(world: World): Part {
  const access = makeAccess(world, token_lifetime_s);
  const books = makeBooks<Extra>(world, (entry) => {
    const { notif_url } = entry.extra;
    if (!URL.canParse(notif_url)) return;
    world.callBack({
      method: 'POST',
      url: notif_url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        payToken: entry.provider_reference,
        status: statusOf(entry),
        message: messageOf(entry),
      }),
    });
  });
  const desk: Desk = { world, books, unused: new Map() };

  return {
    handle: (request) => {
      if (request.path === '/token') return access.issue(request, 'basic');
      const [, product, verb, payToken] =
        /^\/omcoreapis\/1\.0\.2\/(mp|cashin)\/(init|pay|push|paymentstatus)(?:\/([^/]+))?$/.exec(
          request.path,
        ) ?? [];
      if (product !== 'mp' && product !== 'cashin') return undefined;
      if (!access.isGood(request))
        return json(401, { fault: { code: 900901, message: 'Invalid Credentials' } });
      if (request.headers['x-auth-token'] !== x_auth_token) return json(403, { message: 'Unauthorized' });
      if (request.method === 'POST' && verb === 'init') return init(desk, product);
      if (request.method === 'POST' && verb === 'pay') return pay(desk, product, request);
      if (request.method !== 'GET') return json(405, { message: 'Method not allowed' });
      const entry = books.findByProvider(payToken ?? '');
      if (entry?.extra.product !== product) return json(404, { message: 'payToken not found' });
      return json(200, describe(entry));
    },
    transactions: () => books.all(),
    decide: books.decide,
    expireTokens: access.expire,
  };
}

function init({ world, unused }: Desk, product: Product): SimulatorReply {
  const payToken = `${product === 'mp' ? 'MP' : 'CI'}${randomText(world, 18).toUpperCase()}`;
  unused.set(payToken, product);
  return json(200, { message: 'Payment request successfully initiated', data: { payToken } });
}

function pay({ books, unused }: Desk, product: Product, request: SimulatorRequest): SimulatorReply {
  const body = readObject(request.body) ?? {};
  const [payToken = '', phone = '', amount = '', reference = '', notif_url = ''] = [
    body.payToken,
    body.subscriberMsisdn,
    body.amount,
    body.orderId,
    body.notifUrl,
  ].map(textOf);
  const known = books.findByProvider(payToken);
  if (known) return json(200, describe(known));
  if (unused.get(payToken) !== product) return json(404, { message: 'payToken not found' });
  const isWhole = /^\d{9}$/.test(phone) && /^[1-9]\d*$/.test(amount) && reference !== '';
  if (!isWhole) return json(400, { message: 'Bad request: a field is missing or malformed' });
  if (body.pin !== merchant.pin || body.channelUserMsisdn !== merchant.channel_msisdn.cameroon) {
    return json(200, notStarted(payToken, '600', 'Invalid credentials of the channel user'));
  }
  unused.delete(payToken);
  const entry = books.open(
    {
      direction: product === 'mp' ? 'collect' : 'payout',
      reference: nameOf(books, reference),
      provider_reference: payToken,
      phone,
      asked_amount: amount,
      currency: 'XAF',
      extra: { product, notif_url },
    },
    planOf('cameroon', phone),
  );
  return json(200, describe(entry));
}

function notStarted(payToken: string, inittxnstatus: string, inittxnmessage: string) {
  return { message: 'Payment not initiated', data: { inittxnstatus, inittxnmessage, payToken, txnid: null } };
}

function describe(entry: Entry<Extra>) {
  return {
    message: messageOf(entry),
    data: {
      inittxnstatus: '200',
      inittxnmessage: 'Paiement en cours',
      status: statusOf(entry),
      payToken: entry.provider_reference,
      txnid: entry.provider_reference.replace(/^../, 'TX'),
      amount: Number(entry.moved_amount ?? entry.asked_amount),
      subscriberMsisdn: entry.phone,
    },
  };
}

function statusOf({ status, code }: Entry<Extra>): string {
  if (status === 'pending') return 'PENDING';
  if (status === 'success') return 'SUCCESSFULL';
  return code !== null && words.includes(code) ? code : 'FAILED';
}

function messageOf({ status, code }: Entry<Extra>): string {
  if (status === 'failed' && code === '60019') return '60019 :: Le solde du compte du payeur est insuffisant';
  return status === 'pending' ? 'Transaction pending' : 'Transaction completed';
}
