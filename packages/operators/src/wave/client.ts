import type { Clock } from '@guichet/kernel/clock';
import type { Http, HttpResult } from '../http/contract.ts';
import { addressOf, type WaveConfig } from './config.ts';
import { signatureOf } from './sign.ts';

/** A client of Wave's API with one API key. */
export interface Client {
  get(path: string, signal: AbortSignal): Promise<HttpResult>;
  /** @param idempotency_key only for requests that accept one */
  post(path: string, body: unknown, signal: AbortSignal, idempotency_key?: string): Promise<HttpResult>;
}

export function makeClient(
  config: WaveConfig,
  { http, clock }: { readonly http: Http; readonly clock: Clock },
): Client {
  const { api_key, request_signing_secret } = config;
  const base_url = addressOf(config);
  const headersOf = (body: string): Record<string, string> => {
    const t = String(Math.floor(clock.now().getTime() / 1000));
    return {
      authorization: `Bearer ${api_key.reveal()}`,
      ...(request_signing_secret && {
        'wave-signature': `t=${t},v1=${signatureOf(request_signing_secret.reveal(), t + body)}`,
      }),
    };
  };
  return {
    get: (path, signal) => http({ method: 'GET', url: `${base_url}${path}`, headers: headersOf('') }, signal),
    post: (path, value, signal, idempotency_key) => {
      const body = value === undefined ? '' : JSON.stringify(value);
      const headers = {
        ...headersOf(body),
        ...(body !== '' && { 'content-type': 'application/json' }),
        ...(idempotency_key !== undefined && { 'idempotency-key': idempotency_key }),
      };
      return http({ method: 'POST', url: `${base_url}${path}`, headers, body }, signal);
    },
  };
}
