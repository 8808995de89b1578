import { mpesaDaraja } from '@guichet/operators/mpesa-daraja/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandOf, visitor } from '../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { storeCallback } from '../../operations/callbacks/store.ts';
import { createAccount } from './create.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext([mpesaDaraja]);
});
afterAll(() => ctx.database.close());

/** Words that Safaricom refuses in a URL, including its path (Daraja 3.0, C2B register URL). */
const refused_words = /m-?pesa|safaricom|exec?|cmd|sql|query/i;

it('Safaricom’s callback URL contains no refused words, and the previous one still works', async () => {
  const { merchant_id } = await makeCaller(ctx, 'live');
  const account = await createAccount(ctx, commandOf(merchant_id, 'live'), {
    connector: 'mpesa-daraja',
    name: 'Main',
    config: {
      environment: 'sandbox',
      consumer_key: 'key',
      consumer_secret: 'secret',
      short_code: '600100',
      passkey: 'passkey',
      callback_key: 'a long random text of our own',
      base_url: 'http://127.0.0.1:9',
    },
    unchecked: true,
  });
  const path = new URL(account.callback_url).pathname;
  expect(path).toBe(`/callbacks/daraja/${account.id}`);
  expect(path).not.toMatch(refused_words);
  const incoming = {
    account_id: account.id,
    reference: null,
    method: 'POST',
    path,
    headers: {},
    body: Buffer.from('{}'),
  };
  for (const connector of ['daraja', 'mpesa-daraja']) {
    expect(await storeCallback(ctx, visitor, { ...incoming, connector })).toMatchObject({ status: 200 });
  }
  await expect(storeCallback(ctx, visitor, { ...incoming, connector: 'wave' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
