import { createKey } from '@guichet/core/accounts';
import { createEndpoint } from '@guichet/core/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, makeCheckout } from '../testing/api.ts';
import { payOnPage } from '../testing/visitor.ts';
import { type Visit, visitAs } from './testing/visit.ts';

let service: TestService;
let visit: Visit;
beforeAll(async () => {
  service = await startTestService();
  visit = await visitAs(service, 'owner');
});
afterAll(() => service.stop());

/** Opens the stream as a page does. @returns the nouns that it has reported so far */
async function open(mode: 'test' | 'live') {
  const cookie = [...visit.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const controller = new AbortController();
  const url = `${service.url}/dashboard/api/${service.demo.merchant_id}/${mode}/changes`;
  const response = await fetch(url, { headers: { cookie }, signal: controller.signal });
  expect(response.headers.get('content-type')).toMatch('text/event-stream');
  const nouns = new Set<string>();
  let begun = (): void => undefined;
  const has_begun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const events = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      // An event that is still incomplete.
      text = events.pop() ?? '';
      for (const event of events) {
        const [, data] = /^event: changes\ndata: (.*)$/m.exec(event) ?? [];
        if (data === undefined) continue;
        const told: string[] = JSON.parse(data).nouns;
        if (told.length === 0) begun();
        for (const noun of told) nouns.add(noun);
      }
    }
  };
  // The stream ends only when it is closed.
  const ended = read().catch(() => undefined);
  await has_begun;
  return {
    nouns,
    close: async () => {
      controller.abort();
      await ended;
    },
  };
}

test('a page is notified of changes in its mode only', { timeout: 40_000 }, async () => {
  const [in_test, in_live] = [await open('test'), await open('live')];
  // Earlier changes are not reported.
  expect([...in_test.nouns, ...in_live.nouns]).toEqual([]);
  const { token } = await makeCheckout(service, { amount: 1000 });
  await expect.poll(() => in_test.nouns.has('payments'), { timeout: 10_000 }).toBe(true);
  in_test.nouns.clear();
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  await expect.poll(() => in_test.nouns.has('payments'), { timeout: 10_000 }).toBe(true);
  await createKey(service.ctx, commandOf(service.demo.merchant_id, 'test'), {});
  await expect
    .poll(() => in_test.nouns.has('keys') && in_test.nouns.has('audit'), { timeout: 10_000 })
    .toBe(true);
  await visit.ask('POST', '/team/invitations', { email: 'x@shop.example', role: 'viewer' });
  await expect.poll(() => in_live.nouns.has('team'), { timeout: 10_000 }).toBe(true);
  expect(in_live.nouns.has('payments')).toBe(false);
  await Promise.all([in_test.close(), in_live.close()]);
});

test('pages for developers are notified of changes to the objects they show', {
  timeout: 60_000,
}, async () => {
  const { merchant_id, test_key } = service.demo;
  const { nouns, close } = await open('test');
  const told = async (...wanted: string[]): Promise<void> => {
    await expect.poll(() => wanted.filter((noun) => !nouns.has(noun)), { timeout: 20_000 }).toEqual([]);
    nouns.clear();
  };
  expect((await callApi(service, '/api/v1/balances', { key: test_key })).status).toBe(200);
  await told('requests', 'keys');
  await createEndpoint(service.ctx, commandOf(merchant_id, 'test'), { url: 'http://127.0.0.1:9/hook' });
  await told('webhooks', 'overview');
  const { token } = await makeCheckout(service, { amount: 1000 });
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  // The figures of the overview are counted some seconds after the payment.
  await told('events', 'deliveries', 'webhooks', 'overview');
  await visit.ask('PUT', '/routing/mtn_ci', { fee_percent: '1', enabled: true });
  await told('routing');
  await close();
});
