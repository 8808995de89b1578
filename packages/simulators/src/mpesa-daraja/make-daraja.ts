import type { Simulator, SimulatorReply, SimulatorRequest, World } from '../contract.ts';
import { json, readObject } from '../reply.ts';
import { type DarajaOptions, usualOptions } from './contract.ts';
import { makeInitiator } from './initiator.ts';
import { refuse } from './replies.ts';
import { makePushes } from './stk.ts';

const token_lifetime_s = 3599;

/** Safaricom's Daraja for one organization: STK push, its query, B2C, reversals, transaction status. */
export function makeDaraja(world: World, given: Partial<DarajaOptions> = {}): Simulator {
  const options = { ...usualOptions, ...given };
  const tokens = new Map<string, number>();
  let names = 0;
  const nameOf = (prefix: string): string => {
    names += 1;
    return `${prefix}${String(names).padStart(6, '0')}${Math.floor(world.random() * 1e6)}`;
  };
  const pushes = makePushes(world, options, nameOf);
  const initiator = makeInitiator(world, options, {
    nameOf,
    collected: (receipt) => pushes.books.all().find(({ extra }) => extra.receipt === receipt),
  });
  const routes: Readonly<Record<string, (fields: Readonly<Record<string, unknown>>) => SimulatorReply>> = {
    '/mpesa/stkpush/v1/processrequest': pushes.push,
    '/mpesa/stkpushquery/v1/query': pushes.query,
    '/mpesa/b2c/v3/paymentrequest': initiator.payOut,
    '/mpesa/reversal/v1/request': initiator.reverse,
    '/mpesa/transactionstatus/v1/query': initiator.askStatus,
  };

  const issue = ({ query, headers }: SimulatorRequest): SimulatorReply => {
    if (query.get('grant_type') !== 'client_credentials') {
      return refuse(400, '400.008.02', 'Invalid grant type passed');
    }
    const expected = Buffer.from(`${options.consumer_key}:${options.consumer_secret}`).toString('base64');
    if (headers.authorization !== `Basic ${expected}`) return { status: 400, body: '' };
    const access_token = nameOf('token-');
    tokens.set(access_token, world.now().getTime() + token_lifetime_s * 1000);
    // `expires_in` is a string, not a number.
    return json(200, { access_token, expires_in: String(token_lifetime_s) });
  };

  return {
    id: 'mpesa-daraja',
    handle: (request) => {
      if (request.method === 'GET' && request.path === '/oauth/v1/generate') return issue(request);
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      if ((tokens.get(token) ?? 0) <= world.now().getTime()) {
        return refuse(404, '404.001.03', 'Invalid Access Token');
      }
      const route = routes[request.path];
      if (!route) return refuse(404, '404.001.01', 'Resource not found');
      if (request.method !== 'POST') return refuse(405, '405.001', 'Method Not Allowed');
      const fields = readObject(request.body);
      return fields ? route(fields) : refuse(400, '400.002.02', 'Bad Request - Invalid body');
    },
    transactions: () => [...pushes.books.all(), ...initiator.all()],
    decide: (reference, end) => {
      const word = end === 'REFUSED' ? '1032' : end;
      return pushes.books.decide(reference, word) || initiator.decide(reference, word);
    },
    expireTokens: () => tokens.clear(),
  };
}
