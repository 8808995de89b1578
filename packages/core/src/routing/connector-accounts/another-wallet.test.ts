import type { Provider } from '@guichet/operators/provider';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import {
  makeTestProvider,
  startTestOperator,
  type TestOperator,
} from '../../../../../test-support/test-operator.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { inquireAboutAttempt } from '../../payments/attempt/inquire.ts';
import { type Attempt, findAttempt } from '../../payments/attempt/queries.ts';
import type { Context } from '../../platform/context.ts';
import { makeSecretBox } from '../../platform/secrets/seal.ts';
import { createAccount } from './create.ts';
import { requireAccount } from './queries.ts';
import { showAccount } from './show.ts';
import { updateAccountSettings } from './update.ts';

/** It names the settings that name the wallet; `plain-hint` names none, so that every setting counts. */
const naming: Provider = { ...makeTestProvider('signed'), identity_fields: ['api_key'] };
const plain = makeTestProvider('hint');

let ctx: TestContext;
let caller: Caller;
let operators: readonly [TestOperator, TestOperator];
beforeAll(async () => {
  ctx = await makeTestContext([naming, plain]);
  operators = [await startTestOperator(), await startTestOperator()];
});
afterAll(async () => {
  for (const operator of operators) await operator.close();
  await ctx.database.close();
});
beforeEach(async () => {
  for (const operator of operators) {
    operator.answer('GET /check', { status: 200, body: {} });
    operator.answer('GET /transactions', { status: 200, body: { status: 'absent' } });
  }
  caller = await makeCaller(ctx, 'live');
});

async function makeAccount({ id: connector }: Provider = naming) {
  const [{ url: base_url }] = operators;
  const config = { base_url, api_key: 'key-of-a-wallet', callback_secret: 'secret-of-callbacks' };
  const account = await createAccount(ctx, commandOf(caller.merchant_id, 'live'), {
    ...{ connector, name: 'Main', config, unchecked: false },
  });
  return {
    id: account.id,
    open: async () => commitAttempt(ctx, await makeCheckout(ctx, caller), { account }),
    change: (set: Readonly<Record<string, string>>, on: Context = ctx) =>
      updateAccountSettings(on, command, {
        ...{ id: account.id, name: undefined, set, unset: [], unchecked: false },
      }),
  };
}

/** Inquires about an attempt. @returns its status */
async function ask({ merchant_id, id }: Attempt): Promise<string | undefined> {
  ctx.clock.advance(60_000);
  await inquireAboutAttempt(ctx, { merchant_id, attempt_id: id });
  return (await findAttempt(ctx.db, merchant_id, id))?.status;
}

it('a request that another wallet may have received never fails because it is not found', async () => {
  const { open, change } = await makeAccount();
  const attempt = await open();
  await change({ api_key: 'key-of-another-wallet' });
  expect(await ask(attempt)).toBe('unknown');
  expect(await findAttempt(ctx.db, attempt.merchant_id, attempt.id)).toMatchObject({
    unknown_cause: 'not_found',
  });
  // It was the same wallet after all, with a new key.
  const body = { reference: attempt.reference, status: 'paid', amount: Number(attempt.charged_minor) };
  operators[0].answer('GET /transactions', { status: 200, body });
  expect(await ask(attempt)).toBe('success');
});

it('a request that was made after the change fails if it is not found', async () => {
  const { open, change } = await makeAccount();
  await change({ api_key: 'key-of-another-wallet' });
  // A process may still have read the earlier settings.
  const soon = await open();
  ctx.clock.advance(30_000);
  const later = await open();
  expect([await ask(soon), await ask(later)]).toEqual(['unknown', 'failed']);
});

it.each<[string, Provider, Readonly<Record<string, string>>, string]>([
  ['names others', naming, { callback_secret: 'another-secret' }, 'failed'],
  ['names none', plain, { callback_secret: 'another-secret' }, 'unknown'],
  ['names it, but it stays the same', naming, { api_key: 'key-of-a-wallet' }, 'failed'],
])(
  'the settings that name the wallet are the provider’s, or all: it %s',
  async (_, provider, set, status) => {
    const { open, change } = await makeAccount(provider);
    const attempt = await open();
    await change(set);
    expect(await ask(attempt)).toBe(status);
  },
);

it('the time of a change is that of the write, even if the process stood still before', async () => {
  const { id, change } = await makeAccount();
  const began_at = new Date();
  // The clock of the tests is years ahead of the database's.
  const standing = { ...ctx, clock: { now: () => new Date(began_at.getTime() - 20 * 60_000) } };
  await change({ api_key: 'key-of-another-wallet' }, standing);
  const { identity_changed_at } = await requireAccount(ctx.db, caller.merchant_id, id);
  expect(identity_changed_at?.getTime()).toBeGreaterThanOrEqual(began_at.getTime());
});

it('a change of URL leaves what the earlier URL can say as it was', async () => {
  const move = { base_url: operators[1].url, api_key: 'key-of-there', callback_secret: 'secret-of-there' };
  const moved = await makeAccount();
  const one = await moved.open();
  await moved.change(move);
  const here = await moved.open();
  expect([await ask(one), await ask(here)]).toEqual(['failed', 'failed']);

  const changed = await makeAccount();
  const other = await changed.open();
  await changed.change({ api_key: 'key-of-another-wallet' });
  await changed.change(move);
  expect(await ask(other)).toBe('unknown');
});

it('settings that SECRET_KEY does not decrypt can be entered again, all at once, and may name another wallet', async () => {
  const { id, open, change } = await makeAccount();
  const attempt = await open();
  const other = makeSecretBox('another key, 32 characters long!').seal('{}');
  await ctx.pool.query('update connector_accounts set config_sealed = $1 where id = $2', [other, id]);
  expect((await showAccount(ctx, command, id)).config).toEqual({});
  await expect(change({ api_key: 'key-of-a-wallet' })).rejects.toMatchObject({
    ...{ code: 'invalid_fields', fields: { 'config.base_url': expect.anything() } },
  });
  const [{ url: base_url }] = operators;
  const changed = await change({ base_url, api_key: 'key-of-a-wallet' });
  expect(changed.config).toMatchObject({ base_url, api_key: '[redacted]' });
  expect(await ask(attempt)).toBe('unknown');
});
