import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { advance } from '../../../../../../test-support/jobs.ts';
import { type Receiver, startReceiver } from '../../../../../../test-support/receiver.ts';
import { service_actor } from '../../../platform/actor/actor.ts';
import { signatureHeaders } from '../delivery/sign.ts';
import { createEndpoint } from './create.ts';
import { tidyEndpoints } from './housekeep.ts';
import type { EndpointKey } from './queries.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testEndpoint } from './send-test.ts';
import { showEndpoint } from './show.ts';

const hour_ms = 60 * 60 * 1000;

let ctx: TestContext;
let receiver: Receiver;
let key: EndpointKey;
let first: string;
beforeAll(async () => {
  ctx = await makeTestContext();
  receiver = await startReceiver();
});
beforeEach(async () => {
  const { merchant_id } = await makeCaller(ctx);
  const { id: endpoint_id, secret } = await createEndpoint(ctx, commandOf(merchant_id, 'test'), {
    url: receiver.url,
  });
  key = { merchant_id, endpoint_id };
  first = secret;
});
afterAll(async () => {
  await receiver.close();
  await ctx.database.close();
});

/** Sends a webhook and expects it to be signed with exactly these secrets, in this order. */
async function expectSigned(...secrets: readonly string[]): Promise<void> {
  const at = ctx.clock.now();
  await testEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
  await advance(ctx, 0);
  const { headers, body } = receiver.requests.at(-1) ?? { headers: {}, body: '' };
  const expected = signatureHeaders({ id: JSON.parse(body).id, body, secrets, at });
  expect(headers).toMatchObject(expected);
}

const listSecretRows = async () => {
  const { rows } = await ctx.pool.query('select id from webhook_secrets where endpoint_id = $1', [
    key.endpoint_id,
  ]);
  return rows;
};

test('webhooks are signed with the old and the new secret for 24 hours, then with the new one alone', async () => {
  const { id, secret, secrets } = await rotateSecret(ctx, commandOf(key.merchant_id), {
    id: key.endpoint_id,
    body: {},
  });
  expect(id).toBe(key.endpoint_id);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret).not.toBe(first);
  expect(secrets).toMatchObject([{ expires_at: null }, { expires_at: expect.any(String) }]);
  const ends = new Date(secrets[1]?.expires_at ?? '').getTime();
  expect(ends - ctx.clock.now().getTime()).toBe(24 * hour_ms);
  await expectSigned(secret, first);
  ctx.clock.advance(24 * hour_ms - 1);
  await expectSigned(secret, first);
  ctx.clock.advance(1);
  await expectSigned(secret);
  expect((await showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).secrets).toMatchObject([
    { expires_at: null },
  ]);
});

test('an expired secret is deleted', async () => {
  await rotateSecret(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: { overlap_hours: 1 } });
  ctx.clock.advance(hour_ms - 1);
  await tidyEndpoints(ctx, service_actor);
  expect(await listSecretRows()).toHaveLength(2);
  ctx.clock.advance(1);
  await tidyEndpoints(ctx, service_actor);
  expect(await listSecretRows()).toHaveLength(1);
});

test('an overlap of zero ends every earlier secret immediately', async () => {
  await rotateSecret(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: { overlap_hours: 168 } });
  const { secret } = await rotateSecret(ctx, commandOf(key.merchant_id), {
    id: key.endpoint_id,
    body: { overlap_hours: 0 },
  });
  await expectSigned(secret);
});

test('a second rotation can shorten the overlap of the first, but not lengthen it', async () => {
  const { secret: second } = await rotateSecret(ctx, commandOf(key.merchant_id), {
    id: key.endpoint_id,
    body: { overlap_hours: 2 },
  });
  const { secret: third } = await rotateSecret(ctx, commandOf(key.merchant_id), {
    id: key.endpoint_id,
    body: { overlap_hours: 48 },
  });
  await expectSigned(third, second, first);
  ctx.clock.advance(2 * hour_ms);
  await expectSigned(third, second);
  const { secret: fourth } = await rotateSecret(ctx, commandOf(key.merchant_id), {
    id: key.endpoint_id,
    body: { overlap_hours: 1 },
  });
  ctx.clock.advance(hour_ms);
  await expectSigned(fourth);
});

test('at most five secrets are valid', async () => {
  const secrets = [first];
  for (let count = 2; count <= 5; count++)
    secrets.unshift(
      (await rotateSecret(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: {} })).secret,
    );
  await expectSigned(...secrets);
  await expect(
    rotateSecret(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: {} }),
  ).rejects.toMatchObject({ code: 'conflict' });
  await expectSigned(...secrets);
  const { secret } = await rotateSecret(ctx, commandOf(key.merchant_id), {
    id: key.endpoint_id,
    body: { overlap_hours: 0 },
  });
  await expectSigned(secret);
});

test('concurrent rotations leave only one secret without an expiry', async () => {
  const made = await Promise.all([
    rotateSecret(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: {} }),
    rotateSecret(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: {} }),
    rotateSecret(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: {} }),
  ]);
  const { secrets } = await showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
  expect(secrets.map(({ expires_at }) => expires_at === null)).toEqual([true, false, false, false]);
  expect(new Set([first, ...made.map(({ secret }) => secret)]).size).toBe(4);
});

test.each([-1, 169, 1.5, Number.NaN])('rejects an overlap of %d hours', async (overlap_hours) => {
  await expect(
    rotateSecret(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: { overlap_hours } }),
  ).rejects.toMatchObject({
    code: 'invalid_fields',
    fields: { overlap_hours: [expect.any(String)] },
  });
  await expectSigned(first);
});
