import type { Clock } from '@guichet/kernel/clock';
import type { Secret } from '@guichet/kernel/secret';
import type { Http, HttpResult } from '../http/contract.ts';
import type { Signer } from './sign.ts';
import type { FindKey } from './verify.ts';
import { readKeys } from './wire.ts';

export interface Client {
  get(path: string, signal: AbortSignal): Promise<HttpResult>;
  /** Sends a POST request, signed if the account signs its requests. */
  post(path: string, body: object, signal: AbortSignal): Promise<HttpResult>;
}

export function makeClient(
  settings: { readonly base_url: string; readonly api_token: Secret },
  /** Makes the headers of a signed request; null if the account does not sign its requests. */
  sign: Signer | null,
  http: Http,
): Client {
  const authorization = (): string => `Bearer ${settings.api_token.reveal()}`;
  return {
    get: (path, signal) =>
      http(
        {
          method: 'GET',
          url: `${settings.base_url}${path}`,
          headers: { authorization: authorization(), accept: 'application/json' },
        },
        signal,
      ),
    post: (path, value, signal) => {
      const url = `${settings.base_url}${path}`;
      const body = JSON.stringify(value);
      const signed = sign?.(url, body) ?? { 'content-type': 'application/json' };
      const headers = { authorization: authorization(), accept: 'application/json', ...signed };
      return http({ method: 'POST', url, headers, body }, signal);
    },
  };
}

/** Anyone can send a callback with an invented key id, so the keys are fetched at most this often. */
const keys_apart_ms = 60_000;
const keys_timeout_ms = 5_000;

/**
 * Caches pawaPay's public keys, and fetches them again when a callback has an unknown key id. The returned function
 * throws when they are unavailable, because the callback cannot be verified then.
 */
export function makeKeyFinder(client: Client, { clock }: { readonly clock: Clock }): FindKey {
  let keys: ReadonlyMap<string, string> = new Map();
  let told_at_ms = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    const result = await client.get('/v2/public-key/http', AbortSignal.timeout(keys_timeout_ms));
    const told = result.kind === 'reply' && result.status === 200 ? readKeys(result.text) : undefined;
    if (!told || told.size === 0) throw new Error('pawaPay did not return its public keys');
    keys = told;
    told_at_ms = clock.now().getTime();
  };
  return async (id) => {
    if (!keys.has(id) && clock.now().getTime() - told_at_ms >= keys_apart_ms) {
      asking ??= ask().finally(() => {
        asking = null;
      });
      await asking;
    }
    return keys.get(id);
  };
}
