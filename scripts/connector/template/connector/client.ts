import type { Secret } from '@guichet/kernel/secret';
import type { Http, HttpResult } from '@guichet/operators/http/contract';
import type { WireTransfer } from './wire.ts';

/**
 * The HTTP client of Acme Pay. It contains the URLs and keys, but uses none of the service's own terms. It never
 * repeats a call that moves money.
 */
export interface Client {
  create(transfer: WireTransfer, signal: AbortSignal): Promise<HttpResult>;
  find(id: string, signal: AbortSignal): Promise<HttpResult>;
}

export function makeClient(
  account: { readonly base_url: string; readonly api_key: Secret },
  http: Http,
): Client {
  const url = `${account.base_url}/v1/transfers`;
  const authorization = `Bearer ${account.api_key.reveal()}`;
  return {
    create: (transfer, signal) =>
      http(
        {
          method: 'POST',
          url,
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(transfer),
        },
        signal,
      ),
    find: (id, signal) => http({ method: 'GET', url: `${url}/${id}`, headers: { authorization } }, signal),
  };
}
