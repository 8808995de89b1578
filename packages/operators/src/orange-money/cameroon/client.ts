import type { Clock } from '@guichet/kernel/clock';
import type { Http } from '../../http/contract.ts';
import { addressOf } from '../address.ts';
import { type Api, type ApiResult, basic, form_headers, json_headers, makeApi } from '../api.ts';
import type { SettingsOf } from '../settings.ts';

const path = '/omcoreapis/1.0.2';

/** Payments by customers, or payouts to them. */
export type Product = 'mp' | 'cashin';

export interface CameroonClient {
  readonly api: Api;
  init(product: Product, signal: AbortSignal): Promise<ApiResult>;
  pay(product: Product, body: unknown, signal: AbortSignal): Promise<ApiResult>;
  status(product: Product, pay_token: string, signal: AbortSignal): Promise<ApiResult>;
}

export function makeCameroonClient(
  settings: SettingsOf<'cameroon'>,
  deps: { readonly clock: Clock; readonly http: Http },
): CameroonClient {
  const base_url = addressOf(settings).replace(/\/$/, '');
  const api = makeApi(deps, {
    method: 'POST',
    url: `${base_url}/token`,
    headers: {
      ...form_headers,
      authorization: basic(settings.client_id, settings.client_secret.reveal()),
    },
    body: 'grant_type=client_credentials',
  });
  const user = Buffer.from(`${settings.api_username}:${settings.api_password.reveal()}`).toString('base64');
  const headers = { ...json_headers, 'x-auth-token': user };
  return {
    api,
    init: (product, signal) =>
      api.ask({ method: 'POST', url: `${base_url}${path}/${product}/init`, headers }, signal),
    pay: (product, body, signal) =>
      api.ask(
        { method: 'POST', url: `${base_url}${path}/${product}/pay`, headers, body: JSON.stringify(body) },
        signal,
      ),
    status: (product, pay_token, signal) => {
      const url = `${base_url}${path}/${product}/paymentstatus/${encodeURIComponent(pay_token)}`;
      return api.ask({ method: 'GET', url, headers }, signal);
    },
  };
}
