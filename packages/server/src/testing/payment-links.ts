import { createKey } from '@guichet/core/accounts';
import type { Mode } from '@guichet/core/platform';
import { expect } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { callApi, type Json } from './api.ts';

const path = '/api/v1/payment_links';

/** The fields of a link with a fixed amount. */
export const concert = { title: 'Concert', amount: 5000, currency: 'XOF' };

interface By {
  /** The merchant's own key when omitted. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes functions that call the operations on payment links with a merchant's key. */
export function makeLinks(by: () => { readonly service: TestService; readonly key: string }) {
  const call = (url: string, options: By & { method?: 'POST'; json?: unknown }) =>
    callApi(by().service, url, { ...options, key: options.key ?? by().key });
  const create = (json: unknown, options: By = {}) => call(path, { ...options, method: 'POST', json });
  return {
    create,
    /** Creates a link that has to be valid. */
    made: async (json: unknown, key: string = by().key): Promise<Json> => {
      const { body } = await create(json, { key });
      expect(body.errors).toBeNull();
      return body.data ?? {};
    },
    read: (id: unknown, key: string = by().key) => call(`${path}/${id}`, { key }),
    update: (id: unknown, json: unknown, options: By = {}) =>
      call(`${path}/${id}`, { ...options, method: 'POST', json }),
    list: (query: string, key: string = by().key) => call(`${path}${query}`, { key }),
  };
}

/** Creates a key of a merchant. */
export async function keyWith(
  service: TestService,
  merchant_id: string,
  { mode = 'test', ...grant }: Parameters<typeof createKey>[2] & { readonly mode?: Mode },
): Promise<string> {
  return (await createKey(service.ctx, commandOf(merchant_id, mode), grant)).key;
}
