import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { keepSecret, SecretKeyError } from './keep-secret.ts';
import { countOldTexts } from './queries.ts';
import { rotateSecrets } from './rotate.ts';
import { makeSecretBox } from './seal.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const key = (number: number) => `key number ${number} of the tests, 32 characters`;

it('a kept secret is the same for all processes, even those that start at the same time', async () => {
  const secrets = await Promise.all(Array.from({ length: 5 }, () => keepSecret(ctx, 'sessions')));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
});

it('a kept secret survives a change of SECRET_KEY after one start with both keys', async () => {
  await ctx.pool.query('delete from installation_secrets');
  const { db } = ctx;
  const first = await keepSecret({ db, secrets: makeSecretBox(key(1)) }, 'sessions');
  expect(await keepSecret({ db, secrets: makeSecretBox(key(2), [key(1)]) }, 'sessions')).toBe(first);
  expect(await keepSecret({ db, secrets: makeSecretBox(key(2)) }, 'sessions')).toBe(first);
  await expect(keepSecret({ db, secrets: makeSecretBox(key(3)) }, 'sessions')).rejects.toThrow(
    SecretKeyError,
  );
});

it('a kept secret that no process has read since SECRET_KEY changed is found by doctor and encrypted again by the rotation', async () => {
  await ctx.pool.query('delete from installation_secrets');
  const { db } = ctx;
  const first = await keepSecret({ db, secrets: makeSecretBox(key(1)) }, 'sessions');
  const secrets = makeSecretBox(key(2), [key(1)]);
  expect(await countOldTexts(db, secrets.current_prefix)).toBe(1);
  await rotateSecrets({ ...ctx, secrets });
  expect(await countOldTexts(db, secrets.current_prefix)).toBe(0);
  expect(await keepSecret({ db, secrets: makeSecretBox(key(2)) }, 'sessions')).toBe(first);
});
