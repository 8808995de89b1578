import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { Clock } from '@guichet/kernel/clock';
import type { Http } from '../../http/contract.ts';
import { addressOf } from '../address.ts';
import { isTaken } from '../answer.ts';
import { type Api, type ApiResult, form_headers, json_headers, makeApi } from '../api.ts';
import type { SettingsOf } from '../settings.ts';
import { readKey } from './wire.ts';

/**
 * The time for which a key is assumed to be current; an earlier revocation is noticed when Orange refuses the key.
 */
const key_kept_ms = 60 * 60_000;

export interface SonatelClient {
  readonly api: Api;
  createQr(body: unknown, callback_url: string, signal: AbortSignal): Promise<ApiResult>;
  /** Searches by our reference, in any direction. */
  search(order_id: string, signal: AbortSignal): Promise<ApiResult>;
  status(transaction_id: string, signal: AbortSignal): Promise<ApiResult>;
  cashIn(body: unknown, signal: AbortSignal): Promise<ApiResult>;
  /**
   * Encrypts the PIN as Orange requires (RSA, PKCS #1 v1.5). If the key cannot be obtained, returns the result of
   * the request for it.
   */
  encryptPin(pin: string, signal: AbortSignal): Promise<{ readonly encrypted_pin: string } | ApiResult>;
  /** Drops a key that Orange refused: it is fetched again for the next PIN. */
  dropKey(): void;
}

export function makeSonatelClient(
  settings: SettingsOf<'sonatel'>,
  deps: { readonly clock: Clock; readonly http: Http },
): SonatelClient {
  const base_url = addressOf(settings).replace(/\/$/, '');
  const api = makeApi(deps, {
    method: 'POST',
    url: `${base_url}/oauth/v1/token`,
    headers: form_headers,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: settings.client_id,
      client_secret: settings.client_secret.reveal(),
    }).toString(),
  });
  const get = (path: string, signal: AbortSignal): Promise<ApiResult> =>
    api.ask({ method: 'GET', url: `${base_url}${path}`, headers: { accept: 'application/json' } }, signal);
  const post = (
    path: string,
    body: unknown,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResult> =>
    api.ask(
      {
        method: 'POST',
        url: `${base_url}${path}`,
        headers: { ...json_headers, ...headers },
        body: JSON.stringify(body),
      },
      signal,
    );

  let kept: { readonly key: string; readonly until_ms: number } | null = null;
  return {
    api,
    createQr: (body, callback_url, signal) =>
      post('/api/eWallet/v4/qrcode', body, signal, { 'x-callback-url': callback_url }),
    search: (order_id, signal) =>
      get(`/api/eWallet/v1/transactions?reference=${encodeURIComponent(order_id)}`, signal),
    status: (transaction_id, signal) =>
      get(`/api/eWallet/v1/transactions/${encodeURIComponent(transaction_id)}/status`, signal),
    cashIn: (body, signal) => post('/api/eWallet/v1/cashins', body, signal),
    encryptPin: async (pin, signal) => {
      const now_ms = deps.clock.now().getTime();
      if (kept && now_ms < kept.until_ms) return { encrypted_pin: encrypt(pin, kept.key) };
      const came = await get('/api/account/v1/publicKeys', signal);
      const key =
        isTaken(came.result) && came.result.kind === 'reply' ? readKey(came.result.text) : undefined;
      if (!came.sent || key === undefined || !isKey(key)) return came;
      kept = { key, until_ms: now_ms + key_kept_ms };
      return { encrypted_pin: encrypt(pin, key) };
    },
    dropKey: () => {
      kept = null;
    },
  };
}

function encrypt(pin: string, key: string): string {
  const padding = constants.RSA_PKCS1_PADDING;
  return publicEncrypt({ key: open(key), padding }, Buffer.from(pin)).toString('base64');
}

/** The key is returned as the text between the lines of a PEM file. */
function open(key: string) {
  return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
}

function isKey(key: string): boolean {
  try {
    return open(key).asymmetricKeyType === 'rsa';
  } catch {
    // Not a key: the caller reports that none is available.
    return false;
  }
}
