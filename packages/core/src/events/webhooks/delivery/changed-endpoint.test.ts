import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '@guichet/kernel/clock';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { composeContext, type TestContext } from '../../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../../test-support/database.ts';
import { startReceiver } from '../../../../../../test-support/receiver.ts';
import { disableEndpoint } from '../endpoints/enable.ts';
import { rotateSecret } from '../endpoints/rotate-secret.ts';
import { showEndpoint } from '../endpoints/show.ts';
import { updateEndpoint } from '../endpoints/update.ts';
import { signatureHeaders } from './sign.ts';
import { namesOf, openShop, startSending } from './testing/open-shop.ts';

let ctx: TestContext<typeof systemClock>;
beforeAll(async () => {
  ctx = composeContext(await makeTestDatabase(), systemClock);
});
afterAll(() => ctx.database.close());

/** Opens a shop that holds its responses: two deliveries are in flight, and the next two have been read. */
async function openHolding() {
  const held: ServerResponse[] = [];
  const shop = await openShop(ctx, (response) => void held.push(response));
  const other = await openShop(ctx);
  await shop.emit('a', 'b', 'c', 'd');
  startSending(ctx);
  await expect.poll(() => held).toHaveLength(2);
  const answer = (status: number): void => {
    for (const response of held.splice(0)) response.writeHead(status).end();
  };
  /** Waits for a later event: by then, the process has received the notifications of all earlier changes. */
  const untilHeard = async (): Promise<void> => {
    await other.emit('later');
    await expect.poll(() => other.arrived()).toHaveLength(1);
  };
  return { ...shop, actor: commandOf(shop.merchant_id, 'test'), answer, untilHeard };
}

it.each([410, 500])('a %i from the old URL says nothing about the new one', async (status) => {
  const shop = await openHolding();
  const { actor, endpoint_id: id } = shop;
  const next = await startReceiver();
  onTestFinished(() => next.close());
  await updateEndpoint(ctx, actor, { id, body: { url: next.url } });
  await shop.untilHeard();
  shop.answer(status);
  await expect.poll(() => namesOf(next)).toEqual(expect.arrayContaining(['c.1', 'd.1']));
  expect(namesOf(shop.receiver)).toEqual(['a.1', 'b.1']);
  await expect.poll(() => shop.countDeliveries('delivered')).toBe(2);
  const { enabled, health } = await showEndpoint(ctx, actor, id);
  expect(enabled).toBe(true);
  expect(health).toMatchObject({ failures: 0, failing_since: null, paused_until: null });
});

it('deliveries that were already read are signed with the new secret when the old one has ended', async () => {
  const shop = await openHolding();
  const input = { id: shop.endpoint_id, body: { overlap_hours: 0 } };
  const { secret } = await rotateSecret(ctx, shop.actor, input);
  await shop.untilHeard();
  shop.answer(200);
  await expect.poll(() => shop.arrived()).toHaveLength(4);
  shop.answer(200);
  for (const { headers, body } of shop.receiver.requests.slice(2)) {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const expected = signatureHeaders({ id: String(headers['webhook-id']), body, secrets: [secret], at });
    expect(headers).toMatchObject(expected);
  }
});

it('deliveries that were already read are not sent to an endpoint that was disabled', async () => {
  const shop = await openHolding();
  await disableEndpoint(ctx, shop.actor, shop.endpoint_id);
  await shop.untilHeard();
  shop.answer(200);
  await expect.poll(() => shop.countDeliveries('delivered')).toBe(2);
  await setTimeout(300);
  expect(shop.arrived()).toEqual(['a.1', 'b.1']);
});
