import type { Clock } from '@guichet/kernel/clock';
import type { Http, HttpResult } from '../http/contract.ts';
import { beforeDeadline, makeTokenCache, no_token_in_time, type TokenResult } from '../http/token-cache.ts';
import { addressOf, type DarajaConfig } from './config.ts';
import { readError, readToken } from './wire.ts';

/** The result of a call. `no_token` proves that the call itself was never made. */
export type ClientResult = HttpResult | { readonly kind: 'no_token'; readonly result: HttpResult };

/** Daraja with one app's keys. */
export interface Client {
  /** @param path from `/mpesa` on */
  post(path: string, body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ClientResult>;
  /** Requests a token: Daraja's response depends on the keys alone. */
  getToken(): Promise<TokenResult>;
}

/** Codes of a missing, wrong or expired token. */
const token_codes = new Set(['400.003.01', '401.002.01', '401.003.01', '404.001.03']);

export function makeClient(
  config: DarajaConfig,
  { http, clock }: { readonly http: Http; readonly clock: Clock },
): Client {
  const base_url = addressOf(config);
  const basic = Buffer.from(`${config.consumer_key}:${config.consumer_secret.reveal()}`).toString('base64');
  const tokens = makeTokenCache({ clock }, async (signal) => {
    const result = await http(
      {
        method: 'GET',
        url: `${base_url}/oauth/v1/generate?grant_type=client_credentials`,
        headers: { authorization: `Basic ${basic}` },
      },
      signal,
    );
    const issued = result.kind === 'reply' && result.status === 200 ? readToken(result.text) : undefined;
    return issued ?? { refused: result };
  });

  const postOnce = async (
    path: string,
    body: string,
    signal: AbortSignal,
  ): Promise<{ readonly token: string | null; readonly result: ClientResult }> => {
    const issued = await beforeDeadline(tokens.get(), signal);
    if (issued === null) return { token: null, result: { kind: 'no_token', result: no_token_in_time } };
    if (issued.kind === 'none') return { token: null, result: { kind: 'no_token', result: issued.result } };
    const headers = { authorization: `Bearer ${issued.token}`, 'content-type': 'application/json' };
    const result = await http({ method: 'POST', url: `${base_url}${path}`, headers, body }, signal);
    return { token: issued.token, result };
  };

  return {
    // If the token was refused, nothing was done: the call is repeated once with a new token.
    post: async (path, fields, signal) => {
      const body = JSON.stringify(fields);
      const { token, result } = await postOnce(path, body, signal);
      if (token === null || !isTokenRefused(result)) return result;
      tokens.drop(token);
      return (await postOnce(path, body, signal)).result;
    },
    getToken: tokens.get,
  };
}

function isTokenRefused(result: ClientResult): boolean {
  return result.kind === 'reply' && token_codes.has(readError(result.text)?.code ?? '');
}
