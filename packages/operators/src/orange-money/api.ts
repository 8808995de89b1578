import type { Clock } from '@guichet/kernel/clock';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Http, HttpCall, HttpResult } from '../http/contract.ts';
import { readJson } from '../http/read-json.ts';
import { beforeDeadline, makeTokenCache, no_token_in_time } from '../http/token-cache.ts';

/** The result of a request: without an access token the request itself was never sent. */
export interface ApiResult {
  readonly sent: boolean;
  readonly result: HttpResult;
}

/** An API behind access tokens. */
export interface Api {
  /** @param call without its `Authorization` */
  ask(call: HttpCall, signal: AbortSignal): Promise<ApiResult>;
  /** `good` if a token can be obtained; otherwise the result of the request for a token. */
  probe(): Promise<'good' | HttpResult>;
}

const issued = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.Union([Type.Number(), Type.String({ pattern: '^[0-9]+$' })]),
  }),
);

/** A year: longer than any token of Orange. */
const lifetime_max_s = 366 * 86_400;

/**
 * Adds access tokens to the requests of an account. A request refused for an expired token (401: not
 * accepted) is sent once more with a new one.
 *
 * @param token_call requests a token
 */
export function makeApi(deps: { readonly clock: Clock; readonly http: Http }, token_call: HttpCall): Api {
  const tokens = makeTokenCache(deps, async (signal) => {
    const result = await deps.http(token_call, signal);
    const value = result.kind === 'reply' && result.status < 300 ? readJson(result.text) : undefined;
    if (!issued.Check(value)) return { refused: result };
    return { token: value.access_token, lifetime_s: Math.min(Number(value.expires_in), lifetime_max_s) };
  });
  return {
    ask: async (call, signal) => {
      for (let tries = 1; ; tries += 1) {
        const got = await beforeDeadline(tokens.get(), signal);
        if (got === null) return { sent: false, result: no_token_in_time };
        if (got.kind === 'none') return { sent: false, result: got.result };
        const headers = { ...call.headers, authorization: `Bearer ${got.token}` };
        const result = await deps.http({ ...call, headers }, signal);
        if (tries === 2 || result.kind !== 'reply' || result.status !== 401) return { sent: true, result };
        tokens.drop(got.token);
      }
    },
    probe: async () => {
      const got = await tokens.get();
      return got.kind === 'token' ? 'good' : got.result;
    },
  };
}

/** Basic authentication with a name and its secret. */
export function basic(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
}

export const json_headers = { 'content-type': 'application/json', accept: 'application/json' } as const;
export const form_headers = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'application/json',
} as const;
