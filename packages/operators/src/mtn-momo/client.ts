import type { Clock } from '@guichet/kernel/clock';
import type { Secret } from '@guichet/kernel/secret';
import type { Http, HttpCall, HttpReply, HttpResult } from '../http/contract.ts';
import { beforeDeadline, makeTokenCache, no_token_in_time } from '../http/token-cache.ts';
import { readErrorCode, readToken, type WireOrder } from './wire.ts';

export type Product = 'collection' | 'disbursement';

/** The credentials of a product. */
export interface Credentials {
  readonly subscription_key: Secret;
  readonly api_user: string;
  readonly api_key: Secret;
}

/** The result of a call. `no_token` proves that the call itself was never made. */
export type ClientResult = HttpResult | { readonly kind: 'no_token'; readonly result: HttpResult };

/** One product of MTN for one API user. */
export interface Client {
  /** Creates an object under our reference, which makes the call idempotent. @param path `v1_0/transfer` */
  create(path: string, reference: string, order: WireOrder, signal: AbortSignal): Promise<ClientResult>;
  get(path: string, signal: AbortSignal): Promise<ClientResult>;
}

interface Setting {
  readonly product: Product;
  readonly base_url: string;
  readonly target_environment: string;
  readonly credentials: Credentials;
  /** The URL that MTN calls back, to which `/<reference>` is added; null for none. */
  readonly callback_url: string | null;
}

/** Makes the client of a product; its token is cached and renewed before it expires. */
export function makeClient(setting: Setting, deps: { readonly clock: Clock; readonly http: Http }): Client {
  const { product, base_url, target_environment, credentials, callback_url } = setting;
  const { http } = deps;
  const key = { 'ocp-apim-subscription-key': credentials.subscription_key.reveal() };
  const basic = Buffer.from(`${credentials.api_user}:${credentials.api_key.reveal()}`).toString('base64');
  const tokens = makeTokenCache(deps, async (signal) => {
    // MTN refuses a token request with a 400 if it has a body, or if its path lacks the trailing slash.
    const result = await http(
      {
        method: 'POST',
        url: `${base_url}/${product}/token/`,
        headers: {
          ...key,
          authorization: `Basic ${basic}`,
          // The internet platform issues no token without this header; the other platform ignores it.
          'x-target-environment': target_environment,
        },
      },
      signal,
    );
    const issued = result.kind === 'reply' && result.status === 200 ? readToken(result.text) : undefined;
    return issued ?? { refused: result };
  });

  const sendOnce = async (
    call: HttpCall,
    signal: AbortSignal,
  ): Promise<{ readonly token: string | null; readonly result: ClientResult }> => {
    const issued = await beforeDeadline(tokens.get(), signal);
    if (issued === null) return { token: null, result: { kind: 'no_token', result: no_token_in_time } };
    if (issued.kind === 'none') return { token: null, result: { kind: 'no_token', result: issued.result } };
    const headers = {
      ...call.headers,
      ...key,
      authorization: `Bearer ${issued.token}`,
      'x-target-environment': target_environment,
    };
    return { token: issued.token, result: await http({ ...call, headers }, signal) };
  };

  /** A 401 proves that nothing was done, so the call is repeated once, with a new token and the same reference. */
  const send = async (call: HttpCall, signal: AbortSignal): Promise<ClientResult> => {
    const { token, result } = await sendOnce(call, signal);
    if (token === null || result.kind !== 'reply' || !isTokenRefused(result)) return result;
    tokens.drop(token);
    return (await sendOnce(call, signal)).result;
  };

  return {
    create: (path, reference, order, signal) =>
      send(
        {
          method: 'POST',
          url: `${base_url}/${product}/${path}`,
          headers: {
            'content-type': 'application/json',
            'x-reference-id': reference,
            ...(callback_url !== null && { 'x-callback-url': `${callback_url}/${reference}` }),
          },
          body: JSON.stringify(order),
        },
        signal,
      ),
    get: (path, signal) => send({ method: 'GET', url: `${base_url}/${product}/${path}` }, signal),
  };
}

/** A wrong subscription key is a 401 too, and no other token would help. */
function isTokenRefused({ status, text }: HttpReply): boolean {
  return status === 401 && readErrorCode(text) !== 'ACCESS_DENIED_DUE_TO_INVALID_SUBSCRIPTION_KEY';
}
