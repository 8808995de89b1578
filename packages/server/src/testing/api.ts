import { createKey, createMerchant } from '@guichet/core/accounts';
import type { Mode } from '@guichet/core/platform';
import { setRule } from '@guichet/core/routing';
import { expect } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { type Answer, type Sending, send } from './send.ts';

export const initialize_path = '/api/v1/checkout/initialize';

/** The required fields of a checkout session. */
export const least = { amount: 25_000, currency: 'XOF', return_url: 'https://shop.example/thanks' };

export type Json = Readonly<Record<string, unknown>>;

export interface Envelope {
  readonly message: string;
  readonly data: Json | null;
  readonly errors: Readonly<Record<string, readonly string[]>> | null;
  readonly code?: string;
  readonly request_id?: string;
}

export interface ApiAnswer extends Answer {
  readonly body: Envelope;
}

/** Calls the API as a merchant's server. */
export async function callApi(
  service: Pick<TestService, 'url'>,
  path: string,
  options: Sending & { readonly key?: string; readonly json?: unknown } = {},
): Promise<ApiAnswer> {
  const { key, json, headers, ...rest } = options;
  const answer = await send(service.url, path, {
    ...rest,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return { ...answer, body: JSON.parse(answer.text) };
}

/** Requests a checkout session with the key of the demo merchant, or a given one. */
export function initialize(
  service: TestService,
  json: unknown,
  key: string = service.demo.test_key,
): Promise<ApiAnswer> {
  return callApi(service, initialize_path, { method: 'POST', key, json });
}

export interface Checkout {
  readonly token: string;
  readonly payment_id: string;
}

/** Creates a checkout session. */
export async function makeCheckout(service: TestService, fields: Json = {}, key?: string): Promise<Checkout> {
  const made = await initialize(service, { ...least, ...fields }, key);
  expect(made.body).toMatchObject({ errors: null });
  const token = String(made.body.data?.session_token);
  const seen = await callApi(service, `/api/v1/checkout/${token}`);
  const payment = seen.body.data?.payment as { id: string };
  return { token, payment_id: payment.id };
}

/** Retrieves a payment through the API. */
export async function retrievePayment(service: TestService, id: string, key?: string): Promise<Json> {
  const answer = await callApi(service, `/api/v1/payments/${id}`, { key: key ?? service.demo.test_key });
  expect(answer.status).toBe(200);
  return answer.body.data ?? {};
}

/** Asserts the whole form of an error (design section 7). */
export function expectError(answer: ApiAnswer, status: number, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body).toEqual({
    message: expect.stringMatching(/^[A-Z].+\.$/s),
    data: null,
    errors: status === 422 ? expect.anything() : null,
    code,
    request_id: answer.headers['x-request-id'],
  });
  expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
}

/** Creates a merchant with a key, and with the operators of `rules` at no fee. */
export async function makeMerchant(
  service: TestService,
  input: { name?: string; mode?: Mode; rules?: readonly string[] } = {},
): Promise<{ merchant_id: string; key: string; key_id: string }> {
  const { name = 'Librairie du Port', mode = 'test', rules = [] } = input;
  const { id: merchant_id } = await createMerchant(service.ctx, command, { name, country: 'CI' });
  for (const operator of rules) {
    await setRule(service.ctx, commandOf(merchant_id, mode), { operator, fee_percent: '0', enabled: true });
  }
  const { id: key_id, key } = await createKey(service.ctx, commandOf(merchant_id, mode), {});
  return { merchant_id, key, key_id };
}
