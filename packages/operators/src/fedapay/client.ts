import type { Secret } from '@guichet/kernel/secret';
import type { Http, HttpCall, HttpResult } from '../http/contract.ts';
import type { Kind } from './wire.ts';

/** FedaPay's API for one account. No request is repeated. */
export interface Client {
  create(kind: Kind, body: object, signal: AbortSignal): Promise<HttpResult>;
  /** Makes a transaction payable. */
  makeToken(id: string, signal: AbortSignal): Promise<HttpResult>;
  /** Asks the customer to pay: the prompt appears on the phone. */
  push(mode: string, body: object, signal: AbortSignal): Promise<HttpResult>;
  /** Sends the money of a payout. */
  start(body: object, signal: AbortSignal): Promise<HttpResult>;
  find(kind: Kind, id: string, signal: AbortSignal): Promise<HttpResult>;
  /** Finds a transaction or payout by our reference. */
  findOurs(kind: Kind, reference: string, signal: AbortSignal): Promise<HttpResult>;
  balances(signal: AbortSignal): Promise<HttpResult>;
}

export function makeClient(options: {
  readonly http: Http;
  /** With the version, without a trailing slash. */
  readonly base_url: string;
  readonly secret_key: Secret;
}): Client {
  const { http, base_url, secret_key } = options;
  const send = (
    method: HttpCall['method'],
    path: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<HttpResult> =>
    http(
      {
        method,
        url: `${base_url}${path}`,
        headers: {
          authorization: `Bearer ${secret_key.reveal()}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      },
      signal,
    );
  return {
    create: (kind, body, signal) => send('POST', `/${kind}s`, signal, body),
    makeToken: (id, signal) => send('POST', `/transactions/${encodeURIComponent(id)}/token`, signal, {}),
    // FedaPay's own libraries use this path, which is not below /transactions.
    push: (mode, body, signal) => send('POST', `/${encodeURIComponent(mode)}`, signal, body),
    start: (body, signal) => send('PUT', '/payouts/start', signal, body),
    find: (kind, id, signal) => send('GET', `/${kind}s/${encodeURIComponent(id)}`, signal),
    findOurs: (kind, reference, signal) =>
      send('GET', `/${kind}s/merchant/${encodeURIComponent(reference)}`, signal),
    balances: (signal) => send('GET', '/balances', signal),
  };
}
