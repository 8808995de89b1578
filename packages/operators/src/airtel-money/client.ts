import type { KeyObject } from 'node:crypto';
import type { Clock } from '@guichet/kernel/clock';
import type { Http, HttpCall, HttpResult } from '../http/contract.ts';
import {
  beforeDeadline,
  makeTokenCache,
  no_token_in_time,
  type TokenCache,
  type TokenResult,
} from '../http/token-cache.ts';
import { publicKeyOf, signBody } from './encrypt.ts';
import type { Settings } from './settings.ts';
import { readKey, readToken } from './wire.ts';

/** The result of a call. `no_access`: there was no token or no key, so the call itself was never made. */
export type ClientResult = HttpResult | { readonly kind: 'no_access'; readonly result: HttpResult };

/** Airtel's API for one application, in one country and currency. */
export interface Client {
  get(path: string, signal: AbortSignal): Promise<ClientResult>;
  /** Sends a request that moves money; signed if the account requires it. */
  post(path: string, body: object, signal: AbortSignal): Promise<ClientResult>;
  /** The key that PINs are encrypted with. */
  publicKey(signal: AbortSignal): Promise<KeyObject | Exclude<ClientResult, { kind: 'reply' }>>;
  token(signal: AbortSignal): Promise<TokenResult>;
}

/** Keys change without notice before they expire. */
const key_lifetime_max_s = 3_600;

export function makeClient(
  settings: Settings,
  { http, clock }: { readonly http: Http; readonly clock: Clock },
): Client {
  const { base_url, country, currency } = settings;
  const tokens = makeAccessCache(settings, { http, clock });

  const sendOnce = async (
    call: Omit<HttpCall, 'url'> & { readonly path: string },
    signal: AbortSignal,
  ): Promise<{ readonly token: string | null; readonly result: ClientResult }> => {
    const issued = await inTime(tokens.get(), signal);
    if (issued.kind === 'none') return { token: null, result: { kind: 'no_access', result: issued.result } };
    const { path, ...rest } = call;
    const headers = {
      accept: '*/*',
      ...call.headers,
      authorization: `Bearer ${issued.token}`,
      'x-country': country,
      'x-currency': currency,
    };
    return {
      token: issued.token,
      result: await http({ ...rest, url: `${base_url}${path}`, headers }, signal),
    };
  };
  /** A 401 proves that nothing was done, so the call is repeated once, with a new token and the same id. */
  const send = async (...[call, signal]: Parameters<typeof sendOnce>): Promise<ClientResult> => {
    const { token, result } = await sendOnce(call, signal);
    if (token === null || result.kind !== 'reply' || result.status !== 401) return result;
    tokens.drop(token);
    return (await sendOnce(call, signal)).result;
  };

  const keys = makeKeyCache(clock, (signal) =>
    send({ method: 'GET', path: '/v1/rsa/encryption-keys' }, signal),
  );
  const publicKey: Client['publicKey'] = async (signal) => {
    const issued = await inTime(keys.get(), signal);
    if (issued.kind === 'none') return { kind: 'no_access', result: issued.result };
    const key = publicKeyOf(issued.token);
    if (key) return key;
    keys.drop(issued.token);
    return { kind: 'no_access', result: { kind: 'lost', cause: 'unreachable' } };
  };

  return {
    get: (path, signal) => send({ method: 'GET', path }, signal),
    post: async (path, value, signal) => {
      const body = JSON.stringify(value);
      const headers = { 'content-type': 'application/json' };
      if (!settings.signs) return send({ method: 'POST', path, headers, body }, signal);
      const key = await publicKey(signal);
      if ('kind' in key) return key;
      return send({ method: 'POST', path, headers: { ...headers, ...signBody(body, key) }, body }, signal);
    },
    publicKey,
    token: (signal) => inTime(tokens.get(), signal),
  };
}

/** Caches the access token, which is valid for 180 seconds. */
function makeAccessCache(
  { base_url, client_id, client_secret }: Settings,
  { http, clock }: { readonly http: Http; readonly clock: Clock },
): TokenCache {
  return makeTokenCache({ clock }, async (signal) => {
    const grant = { client_id, client_secret: client_secret.reveal(), grant_type: 'client_credentials' };
    const headers = { 'content-type': 'application/json', accept: '*/*' };
    const url = `${base_url}/auth/oauth2/token`;
    const result = await http({ method: 'POST', url, headers, body: JSON.stringify(grant) }, signal);
    const issued = isOk(result) ? readToken(result.text) : undefined;
    return issued ?? { refused: result };
  });
}

/** Caches the public key like a token: fetched once for all callers, and again before it expires. */
function makeKeyCache(clock: Clock, ask: (signal: AbortSignal) => Promise<ClientResult>): TokenCache {
  return makeTokenCache({ clock }, async (signal) => {
    const result = await ask(signal);
    const plain = result.kind === 'no_access' ? result.result : result;
    const wire = isOk(plain) ? readKey(plain.text) : undefined;
    if (!wire) return { refused: plain };
    const left_s = wire.valid_until ? (wire.valid_until.getTime() - clock.now().getTime()) / 1000 : Infinity;
    return { token: wire.key, lifetime_s: Math.min(key_lifetime_max_s, left_s) };
  });
}

/** @returns the token or key; a `lost` result if waiting for it takes too long */
async function inTime(issued: Promise<TokenResult>, signal: AbortSignal): Promise<TokenResult> {
  return (await beforeDeadline(issued, signal)) ?? { kind: 'none', result: no_token_in_time };
}

function isOk(result: HttpResult): result is Extract<HttpResult, { kind: 'reply' }> {
  return result.kind === 'reply' && result.status >= 200 && result.status < 300;
}
