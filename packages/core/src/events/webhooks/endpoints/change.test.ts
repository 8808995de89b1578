import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../../test-support/jobs.ts';
import { startReceiver } from '../../../../../../test-support/receiver.ts';
import type { Caller } from '../../../accounts/api-keys/authenticate.ts';
import { findOwner } from '../../../accounts/merchants/find-owner.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import { saveHealth } from '../delivery/queries.ts';
import { createEndpoint } from './create.ts';
import { deleteEndpoint } from './delete.ts';
import { disableEndpoint, enableEndpoint } from './enable.ts';
import type { EndpointKey } from './queries.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testEndpoint } from './send-test.ts';
import { listEndpoints, showEndpoint } from './show.ts';
import { type EndpointChange, updateEndpoint } from './update.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
beforeEach(async () => {
  await dropJobs(ctx);
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

/** An address where nothing listens. */
const nowhere = 'http://127.0.0.1:9/hook';

async function make(input: object = {}, mode: Mode = 'test'): Promise<EndpointKey> {
  const { merchant_id } = caller;
  const { id } = await createEndpoint(ctx, commandOf(merchant_id, mode), { url: nowhere, ...input });
  return { merchant_id, endpoint_id: id };
}

async function pay(): Promise<void> {
  await chooseAndPay(ctx, await makeCheckout(ctx, caller), '00');
}

async function readDeliveries({ endpoint_id }: EndpointKey) {
  const { rows } = await ctx.pool.query(
    'select status, attempts, next_attempt_at from webhook_deliveries where endpoint_id = $1 order by id',
    [endpoint_id],
  );
  return rows;
}

async function listTold(type: string): Promise<{ event: string; sequence: number; data: { id: string } }[]> {
  const { rows } = await ctx.pool.query<{ body: string }>(
    'select body from events where merchant_id = $1 and type = $2 order by position',
    [caller.merchant_id, type],
  );
  return rows.map(({ body }) => JSON.parse(body));
}

const failing = (key: EndpointKey, open_for_ms: number) =>
  saveHealth(
    ctx.db,
    [
      {
        ...key,
        failures: 7,
        failing_since: ctx.clock.now(),
        open_until: new Date(ctx.clock.now().getTime() + open_for_ms),
      },
    ],
    ctx.clock.now(),
  );
const good_health = { failures: 0, failing_since: null, paused_until: null };

describe('listing endpoints', () => {
  it('shows the endpoints of a mode, oldest first, with their health', async () => {
    const first = await make();
    const second = await make({ url: 'https://shop.example/hook', events: ['payout.failed'] });
    await failing(first, 60_000);
    const { merchant_id } = caller;
    const at = '2040-03-01T10:00:00.000+00:00';
    const secrets = [{ id: expect.stringMatching(/^whs_/), created_at: at, expires_at: null }];
    expect(await listEndpoints(ctx, commandOf(merchant_id))).toEqual([
      {
        id: first.endpoint_id,
        object: 'webhook_endpoint',
        url: nowhere,
        description: null,
        events: null,
        livemode: false,
        enabled: true,
        disabled_reason: null,
        disabled_at: null,
        created_at: at,
        health: {
          failures: 7,
          failing_since: at,
          paused_until: '2040-03-01T10:01:00.000+00:00',
          last_delivered_at: null,
          waiting: 0,
          failed: 0,
        },
        secrets,
      },
      expect.objectContaining({
        id: second.endpoint_id,
        livemode: false,
        events: ['payout.failed'],
        health: { ...good_health, last_delivered_at: null, waiting: 0, failed: 0 },
        secrets,
      }),
    ]);
    const live = await make({ url: 'https://shop.example/hook' }, 'live');
    expect(await listEndpoints(ctx, commandOf(merchant_id, 'live'))).toMatchObject([
      { id: live.endpoint_id, livemode: true },
    ]);
    await deleteEndpoint(ctx, commandOf(first.merchant_id), first.endpoint_id);
    expect(await listEndpoints(ctx, commandOf(merchant_id))).toMatchObject([{ id: second.endpoint_id }]);
  });

  it('counts waiting and failed deliveries, and shows the last success', async () => {
    const receiver = await startReceiver((response, _, count) =>
      response.writeHead(count === 1 ? 200 : 500).end(),
    );
    const key = await make({ url: receiver.url });
    await pay();
    await advance(ctx, 1_000);
    const delivered_at = (await showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).health
      .last_delivered_at;
    expect(delivered_at).not.toBeNull();
    await pay();
    await advance(ctx, 1_000);
    expect((await showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).health).toMatchObject({
      failures: 1,
      last_delivered_at: delivered_at,
      waiting: 1,
      failed: 0,
    });
    await disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    expect((await showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).health).toMatchObject({
      waiting: 0,
      failed: 1,
    });
    await receiver.close();
  });

  it('throws for an unknown merchant', async () => {
    await expect(listEndpoints(ctx, commandOf('mer_none'))).rejects.toMatchObject({
      code: 'merchant_not_found',
    });
  });

  it('finds the merchant of an endpoint id', async () => {
    const key = await make();
    const find = (id: string) => findOwner(ctx, command, { noun: 'endpoint', id });
    expect(await find(key.endpoint_id)).toEqual({ merchant_id: key.merchant_id, mode: 'test' });
    await expect(find('whe_none')).rejects.toMatchObject({ code: 'endpoint_not_found' });
  });
});

describe('an endpoint that is deleted, unknown or another merchant’s', () => {
  const verbs: Readonly<Record<string, (key: EndpointKey) => Promise<unknown>>> = {
    show: (key) => showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id),
    update: (key) =>
      updateEndpoint(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: { description: 'mine' } }),
    enable: (key) => enableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id),
    disable: (key) => disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id),
    delete: (key) => deleteEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id),
    rotate: (key) => rotateSecret(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: {} }),
    test: (key) => testEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id),
  };
  it.each(Object.entries(verbs))('cannot be reached by %s', async (_, verb) => {
    const key = await make();
    const deleted = await make();
    await deleteEndpoint(ctx, commandOf(deleted.merchant_id), deleted.endpoint_id);
    const { merchant_id: other } = await makeCaller(ctx);
    const before = await showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    for (const wrong of [{ ...key, merchant_id: other }, { ...key, endpoint_id: 'whe_none' }, deleted])
      await expect(verb(wrong)).rejects.toMatchObject({ code: 'endpoint_not_found' });
    expect(await showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).toEqual(before);
  });
});

describe('an update', () => {
  it('changes the given fields and nothing else', async () => {
    const key = await make({ events: ['payment.failed'], description: 'Old' });
    const before = await showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    expect(await updateEndpoint(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: {} })).toEqual(
      before,
    );
    expect(
      await updateEndpoint(ctx, commandOf(key.merchant_id), {
        id: key.endpoint_id,
        body: { description: null },
      }),
    ).toEqual({ ...before, description: null });
    expect(
      await updateEndpoint(ctx, commandOf(key.merchant_id), {
        id: key.endpoint_id,
        body: { events: ['payout.failed'], description: 'New' },
      }),
    ).toEqual({
      ...before,
      events: ['payout.failed'],
      description: 'New',
    });
    expect(
      await updateEndpoint(ctx, commandOf(key.merchant_id), { id: key.endpoint_id, body: { events: null } }),
    ).toEqual({
      ...before,
      events: null,
      description: 'New',
    });
  });

  it('of the URL sends the waiting events to the new URL, which starts with a clean record', async () => {
    const key = await make();
    await pay();
    await advance(ctx, 1_000);
    await failing(key, 3_600_000);
    const receiver = await startReceiver();
    await updateEndpoint(ctx, commandOf(key.merchant_id), {
      id: key.endpoint_id,
      body: { description: 'still failing' },
    });
    expect((await showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).health.failures).toBe(7);
    await updateEndpoint(ctx, commandOf(key.merchant_id), {
      id: key.endpoint_id,
      body: { url: receiver.url },
    });
    expect((await showEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).health).toMatchObject(
      good_health,
    );
    await advance(ctx, 60_000);
    expect(receiver.requests).toHaveLength(1);
    await receiver.close();
  });

  it.each<[object, object]>([
    [{ url: 'ftp://shop.example' }, { url: ['must be an absolute http or https address'] }],
    [{ url: 'http://shop.example' }, { url: ['must be an https address in live mode'] }],
    [{ events: [] }, { events: expect.anything() }],
    [{ events: ['payment.paid'] }, { 'events.0': expect.anything() }],
    [{ mode: 'test' }, { mode: ['is not a known field'] }],
    [{ enabled: false }, { enabled: ['is not a known field'] }],
  ])('of a live endpoint to %j is refused', async (change, fields) => {
    const key = await make({ url: 'https://shop.example/hook' }, 'live');
    const production = { ...ctx, allow_local_addresses: false, webhook_networks: [] };
    await expect(
      updateEndpoint(production, commandOf(key.merchant_id, 'live'), {
        id: key.endpoint_id,
        body: change as EndpointChange,
      }),
    ).rejects.toMatchObject({
      code: 'invalid_fields',
      fields,
    });
    expect(await showEndpoint(ctx, commandOf(key.merchant_id, 'live'), key.endpoint_id)).toMatchObject({
      url: 'https://shop.example/hook',
      events: null,
    });
  });
});

describe('an endpoint', () => {
  it('that is disabled has its waiting deliveries marked as failed, gets no new ones, and is reported to the other endpoints', async () => {
    const [key, other] = [await make(), await make()];
    await pay();
    expect(await disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).toMatchObject({
      enabled: false,
      disabled_reason: 'by_hand',
      disabled_at: expect.stringMatching(/^2040-/),
    });
    expect(await readDeliveries(key)).toEqual([{ status: 'failed', attempts: 0, next_attempt_at: null }]);
    await pay();
    expect(await readDeliveries(key)).toHaveLength(1);
    expect(await listTold('webhook_endpoint.disabled')).toMatchObject([
      { sequence: 1, data: { id: key.endpoint_id, enabled: false, disabled_reason: 'by_hand' } },
    ]);
    // The two payments, and the event about the disabled endpoint.
    expect(await readDeliveries(other)).toHaveLength(3);
    await disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    expect(await listTold('webhook_endpoint.disabled')).toHaveLength(1);
  });

  it('that is enabled again starts with a clean record, and shows since when it was disabled and how many deliveries failed', async () => {
    const key = await make();
    await pay();
    await failing(key, 3_600_000);
    const { disabled_at } = await disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    ctx.clock.advance(60_000);
    expect(await enableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).toMatchObject({
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      was_off_since: disabled_at,
      health: { ...good_health, failed: 1 },
    });
    await pay();
    expect((await readDeliveries(key)).map(({ status }) => status)).toEqual(['failed', 'waiting']);
    expect(await enableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).toMatchObject({
      enabled: true,
      was_off_since: null,
    });
  });

  it('that is deleted receives nothing more, but its deliveries are kept', async () => {
    const key = await make();
    await pay();
    const { deleted_at } = await deleteEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    expect(deleted_at).toMatch(/^2040-/);
    expect(await readDeliveries(key)).toMatchObject([{ status: 'failed' }]);
    await pay();
    expect(await readDeliveries(key)).toHaveLength(1);
    expect(await listTold('webhook_endpoint.disabled')).toHaveLength(1);
  });
});

describe('a test event', () => {
  it('goes only to its own endpoint, whatever events the endpoint listens to, and test events arrive in order', async () => {
    const receiver = await startReceiver();
    const key = await make({ url: receiver.url, events: ['payout.failed'] });
    const other = await make();
    const { event_id } = await testEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    await testEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    await advance(ctx, 1_000);
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(bodies).toMatchObject([
      {
        id: event_id,
        event: 'webhook_endpoint.test',
        sequence: 1,
        livemode: false,
        data: { id: key.endpoint_id },
      },
      { event: 'webhook_endpoint.test', sequence: 2 },
    ]);
    expect(await readDeliveries(other)).toEqual([]);
    await receiver.close();
  });

  it('is refused for a disabled endpoint, with the command that enables it', async () => {
    const key = await make();
    await disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    await expect(testEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`guichet webhooks enable ${key.endpoint_id}`),
    });
    expect(await listTold('webhook_endpoint.test')).toEqual([]);
  });
});
