import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf } from '../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { createEndpoint } from '../../events/webhooks/endpoints/create.ts';
import { signingKey } from '../../operations/receipts/keys.ts';
import { insertAccount, insertPastSettings } from '../../routing/connector-accounts/queries.ts';
import { keepSecret } from './keep-secret.ts';
import { countOldTexts } from './queries.ts';
import { rotateSecrets } from './rotate.ts';
import { makeSecretBox } from './seal.ts';

const keys = { first: 'the first key, of 32 characters!', second: 'the second key of 32 characters!' };

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const accounts = 450;
/** More than fit into one batch, with numbers that sort differently as texts. */
const pasts = 230;

test('a rotation encrypts everything again, in batches, and a second run changes nothing', async () => {
  const { merchant_id } = await makeCaller(ctx, 'live');
  const before = makeSecretBox(keys.first);
  const { id, secret } = await createEndpoint({ ...ctx, secrets: before }, commandOf(merchant_id, 'test'), {
    url: 'http://127.0.0.1:9/hook',
  });
  const at = ctx.clock.now();
  for (let nth = 0; nth < accounts; nth++) {
    await insertAccount(ctx.db, {
      merchant_id,
      id: `cac_${nth}`,
      connector: 'wave',
      name: 'Main',
      // A text that no key decrypts must not block the others.
      config_sealed: nth === 7 ? 'v2.000000000000.AAAA' : before.seal(`config ${nth}`),
      services: '[]',
      created_at: at,
      updated_at: at,
      checked_at: null,
    });
  }
  for (let address_revision = 0; address_revision < pasts; address_revision++) {
    await insertPastSettings(ctx.db, {
      merchant_id,
      account_id: 'cac_0',
      address_revision,
      address: 'https://api.wave.com',
      config_sealed: before.seal(`past ${address_revision}`),
      ended_at: at,
    });
  }
  await ctx.pool.query('delete from installation_secrets');
  await keepSecret({ ...ctx, secrets: before }, 'references');
  const receipts = await signingKey({ ...ctx, secrets: before });
  const secrets = makeSecretBox(keys.second, [keys.first]);
  expect(await countOldTexts(ctx.db, secrets.current_prefix)).toBe(accounts + 3 + pasts);
  expect(await rotateSecrets({ ...ctx, secrets })).toEqual([
    { table: 'installation_secrets', sealed_anew: 1, dropped: 0, not_opened: 0 },
    { table: 'webhook_secrets', sealed_anew: 1, dropped: 0, not_opened: 0 },
    { table: 'connector_accounts', sealed_anew: accounts - 1, dropped: 0, not_opened: 1 },
    { table: 'past_account_settings', sealed_anew: pasts, dropped: 0, not_opened: 0 },
    { table: 'receipt_keys', sealed_anew: 1, dropped: 0, not_opened: 0 },
    { table: 'callbacks', sealed_anew: 0, dropped: 0, not_opened: 0 },
  ]);
  expect(await countOldTexts(ctx.db, secrets.current_prefix)).toBe(1);
  const after = makeSecretBox(keys.second);
  const endpoint = await ctx.db
    .selectFrom('webhook_secrets')
    .selectAll()
    .where('endpoint_id', '=', id)
    .executeTakeFirst();
  expect(after.open(endpoint?.secret_sealed ?? '')).toBe(secret);
  expect((await signingKey({ ...ctx, secrets: after })).id).toBe(receipts.id);
  const rows = await ctx.db.selectFrom('connector_accounts').selectAll().execute();
  const past = await ctx.db.selectFrom('past_account_settings').selectAll().execute();
  for (const row of past) expect(after.open(row.config_sealed)).toBe(`past ${row.address_revision}`);
  const opened = rows.filter((row) => row.id !== 'cac_7');
  for (const row of opened) expect(after.open(row.config_sealed)).toBe(`config ${row.id.slice(4)}`);
  expect(rows.every((row) => row.updated_at.getTime() === at.getTime())).toBe(true);
  const again = await rotateSecrets({ ...ctx, secrets });
  expect(again.map(({ sealed_anew }) => sealed_anew)).toEqual([0, 0, 0, 0, 0, 0]);
});
