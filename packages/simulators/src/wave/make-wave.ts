import { createHmac } from 'node:crypto';
import type { Simulator, SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { json, readObject } from '../reply.ts';
import { usualOptions, type WaveOptions } from './contract.ts';
import { answerLaunch } from './launch-page.ts';
import { makePayouts, type Payouts } from './payouts.ts';
import { refuse } from './replies.ts';
import { makeSessions, type Sessions, transactionsOf } from './sessions.ts';
import { listTransactions } from './transactions.ts';

/** Wave's Business APIs: checkout, payouts, balance, transactions, signed webhooks. */
export function makeWave(world: World, given: Partial<WaveOptions> = {}): Simulator {
  const options = { ...usualOptions, ...given };
  let names = 0;
  const nameOf = (prefix: string): string => {
    names += 1;
    return `${prefix}${names.toString(36).padStart(4, '0')}${Math.floor(world.random() * 2 ** 40).toString(36)}`;
  };
  const sessions = makeSessions(world, options, nameOf);
  const held = (): bigint => heldNow(options, sessions, payouts);
  const payouts: Payouts = makePayouts(world, options, { nameOf, held });

  return {
    id: 'wave',
    handle: (request) => {
      if (request.path.startsWith('/c/')) return answerLaunch(sessions, request);
      return checkKey(options, request) ?? answer(request);
    },
    transactions: () => [...sessions.all().flatMap(transactionsOf), ...payouts.books.all()],
    decide: (reference, end) => {
      const session = sessions.all().find((one) => one.reference === reference);
      const word = end === 'REFUSED' ? 'payment-failure' : end;
      return session
        ? sessions.pay(session, { after_ms: 0, end: word })
        : payouts.books.decide(reference, end);
    },
    reverse: (reference) => payouts.books.reverse(reference),
    // Keys do not expire.
    expireTokens: () => undefined,
  };

  function answer({ method, path, query, body, headers, url }: SimulatorRequest): SimulatorReply {
    const [, , , id = '', verb = ''] = path.replace('/checkout/sessions', '/sessions').split('/');
    const route = `${method} ${path.replace(id, ':id')}`;
    const client_reference = query.get('client_reference') ?? '';
    if (method === 'GET' && path === '/v1/checkout/sessions/search') return sessions.search(client_reference);
    if (method === 'GET' && path === '/v1/payouts/search') return payouts.search(client_reference);
    if (method === 'GET' && path === '/v1/balance') {
      return json(200, { amount: String(held()), currency: options.currency });
    }
    if (method === 'GET' && path === '/v1/transactions') {
      return listTransactions(options, sessions.all(), payouts.books.all(), query);
    }
    if (method === 'GET' && path === '/v1/checkout/sessions') {
      return sessions.readByTransaction(query.get('transaction_id') ?? '');
    }
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const fields = readObject(body);
      return fields ? sessions.create(fields, new URL(url).origin) : refuse(400, 'request-not-json');
    }
    if (method === 'POST' && path === '/v1/payout') return payouts.create(body, headers['idempotency-key']);
    if (path.startsWith('/v1/checkout/sessions/')) {
      if (method === 'GET' && verb === '') return sessions.read(id);
      if (method === 'POST' && verb === 'expire') return sessions.expire(id);
      if (method === 'POST' && verb === 'refund') return sessions.refund(id);
    }
    if (path.startsWith('/v1/payout/')) {
      if (method === 'GET' && verb === '') return payouts.read(id);
      if (method === 'POST' && verb === 'reverse') return payouts.reverse(id);
    }
    return refuse(404, `not-found: ${route}`);
  }
}

function checkKey(
  { api_key, request_secret }: WaveOptions,
  request: SimulatorRequest,
): SimulatorReply | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return refuse(401, 'missing-auth-header');
  if (!authorization.startsWith('Bearer ')) return refuse(401, 'invalid-auth');
  if (authorization !== `Bearer ${api_key}`) return refuse(401, 'no-matching-api-key');
  if (request_secret === undefined) return undefined;
  const [, t = '', given = ''] = /^t=(\d+),v1=(\w+)$/.exec(request.headers['wave-signature'] ?? '') ?? [];
  const expected = createHmac('sha256', request_secret).update(`${t}${request.body}`).digest('hex');
  return given === expected ? undefined : refuse(401, 'invalid-auth');
}

function heldNow({ balance }: WaveOptions, sessions: Sessions, payouts: Payouts): bigint {
  const whole = (amount: string | null): bigint => BigInt(amount?.split('.')[0] ?? '0');
  const collected = sessions
    .all()
    .filter(({ refund }) => refund === null)
    .map(({ moved_amount }) => whole(moved_amount));
  const paid_out = payouts.books
    .all()
    .filter(({ reversed }) => !reversed)
    .map(({ moved_amount }) => -whole(moved_amount));
  return [...collected, ...paid_out].reduce((sum, one) => sum + one, balance);
}
