import type { Clock } from '@guichet/kernel/clock';
import type { Http } from '../../http/contract.ts';
import { addressOf } from '../address.ts';
import { type Api, type ApiResult, basic, form_headers, json_headers, makeApi } from '../api.ts';
import type { SettingsOf } from '../settings.ts';

export interface WebPaymentClient {
  readonly api: Api;
  init(body: unknown, signal: AbortSignal): Promise<ApiResult>;
  status(body: unknown, signal: AbortSignal): Promise<ApiResult>;
}

export function makeWebPaymentClient(
  settings: SettingsOf<'web-payment'>,
  deps: { readonly clock: Clock; readonly http: Http },
): WebPaymentClient {
  const base_url = addressOf(settings).replace(/\/$/, '');
  const place = settings.sandbox === true ? 'dev' : settings.country;
  const api_url = `${base_url}${(settings.api_path ?? `/orange-money-webpay/${place}/v1`).replace(/\/$/, '')}`;
  const api = makeApi(deps, {
    method: 'POST',
    url: `${base_url}${settings.token_path ?? '/oauth/v3/token'}`,
    headers: {
      ...form_headers,
      authorization: basic(settings.client_id, settings.client_secret.reveal()),
    },
    body: 'grant_type=client_credentials',
  });
  const post = (path: string, body: unknown, signal: AbortSignal): Promise<ApiResult> =>
    api.ask(
      { method: 'POST', url: `${api_url}${path}`, headers: json_headers, body: JSON.stringify(body) },
      signal,
    );
  return {
    api,
    init: (body, signal) => post('/webpayment', body, signal),
    status: (body, signal) => post('/transactionstatus', body, signal),
  };
}
