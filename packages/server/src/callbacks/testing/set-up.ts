import type { Caller } from '@guichet/core/accounts';
import { listAccountCallbacks } from '@guichet/core/operations';
import { createAccount } from '@guichet/core/routing';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { type Checkout, makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import {
  makeTestProvider,
  sign,
  startTestOperator,
  type TestOperator,
} from '../../../../../test-support/test-operator.ts';
import { at_once_default } from '../../config.ts';
import { makeLimits } from '../../http/limit-requests.ts';
import { makeApp } from '../../http/make-app.ts';
import { addCallbackRoutes } from '../routes.ts';

/** Sets up the callback routes over HTTP, the jobs behind them, and an operator. */

export const callback_secret = 'secret-of-the-callbacks';
const api_key = 'key-that-nobody-may-see';

export let ctx: TestContext;
export let operator: TestOperator;
export let url: string;
let close: () => Promise<void>;
export let caller: Caller;
/** One account whose callbacks are signed, one whose callbacks are only hints, and one of another merchant. */
export let accounts: Record<'signed' | 'hint' | 'other', { id: string; connector: string }>;

/**
 * Serves callbacks for the test file that calls this at its top level. A test worker loads this module once for all
 * its test files, so hooks at the module's top level would run only for the first file.
 */
export function serveCallbacks(): void {
  beforeAll(async () => {
    ctx = await makeTestContext([makeTestProvider('signed'), makeTestProvider('hint')]);
    operator = await startTestOperator();
    operator.answer('GET /check', { status: 200, body: {} });
    const app = makeApp(pino({ level: 'silent' }));
    const limits = makeLimits(ctx, {
      rate_limit_ip_per_second: 20,
      rate_limit_key_per_second: 0,
      trusted_proxies: [],
      at_once: at_once_default,
    });
    app.register(addCallbackRoutes(ctx, limits), { prefix: '/callbacks' });
    url = await app.listen({ port: 0, host: '127.0.0.1' });
    close = async () => {
      await app.close();
      await limits.close();
    };
    caller = await makeCaller(ctx, 'live');
    const other = await makeCaller(ctx, 'live');
    accounts = {
      signed: await makeAccount(caller.merchant_id, 'plain-signed'),
      hint: await makeAccount(caller.merchant_id, 'plain-hint'),
      other: await makeAccount(other.merchant_id, 'plain-signed'),
    };
  });
  afterAll(async () => {
    await close();
    await operator.close();
    await ctx.database.close();
  });
  beforeEach(async () => {
    await dropJobs(ctx);
    operator.answer('GET /transactions', { status: 404, body: {} });
  });
}

async function makeAccount(
  merchant_id: string,
  connector: string,
): Promise<{ id: string; connector: string }> {
  const config = { base_url: operator.url, api_key, callback_secret };
  return createAccount(ctx, commandOf(merchant_id, 'live'), {
    connector,
    name: 'Main',
    config,
    unchecked: false,
  });
}

export async function open(account: { id: string; connector: string }) {
  const checkout = await makeCheckout(ctx, caller);
  return { checkout, attempt: await commitAttempt(ctx, checkout, { account }) };
}

interface Sent {
  readonly method?: string;
  readonly tail?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secret?: string;
}

/** Sends a callback as the operator does, signed unless the headers say otherwise. */
export async function call(
  account: { id: string; connector: string },
  body: string | Buffer | object,
  { method = 'POST', tail = '', headers, secret = callback_secret }: Sent = {},
) {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const path = `/callbacks/${account.connector}/${account.id}${tail}`;
  const request = { method, url: `${ctx.public_url}${path}`, reference: null };
  const signature = sign(secret, { body: text.toString(), request });
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-signature': signature, ...headers },
    body: typeof text === 'string' ? text : new Uint8Array(text),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export const taken = { status: 202, text: 'taken' };
/** Runs the job that applies callbacks, and nothing scheduled for later. */
export const takeIn = () => advance(ctx, 0);
export const newest = async (account: { id: string }) =>
  (await listAccountCallbacks(ctx, command, { account_id: account.id, with_problem: false, limit: 1 }))[0];
export const statusOf = async (checkout: Checkout) => (await summarize(ctx, checkout)).payment;
export const paid = (reference: string | undefined, fields: object = {}) => ({
  reference,
  status: 'paid',
  amount: 5100,
  ...fields,
});
