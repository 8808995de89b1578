import { createKey } from '@guichet/core/api-keys/create';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { makeCheckout } from '../testing/api.ts';
import { payOnPage } from '../testing/visitor.ts';
import { type Visit, visitAs } from './testing/visit.ts';

let service: TestService;
let visit: Visit;
beforeAll(async () => {
  service = await startTestService();
  visit = await visitAs(service, 'owner');
});
afterAll(() => service.stop());

/** Opens the stream as a page does. @returns what it was told so far */
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
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      for (const [, data = ''] of text.matchAll(/^event: changes\ndata: (.*)\n\n/gm)) {
        const told: string[] = JSON.parse(data).nouns;
        if (told.length === 0) begun();
        for (const noun of told) nouns.add(noun);
      }
    }
  };
  // Closing it is the only way in which it ends.
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

test('a page is told what changes in its mode, and not of the other', { timeout: 40_000 }, async () => {
  const [in_test, in_live] = [await open('test'), await open('live')];
  // What was there before is no news.
  expect([...in_test.nouns, ...in_live.nouns]).toEqual([]);
  const { token } = await makeCheckout(service, { amount: 1000 });
  await expect.poll(() => in_test.nouns.has('payments'), { timeout: 10_000 }).toBe(true);
  in_test.nouns.clear();
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  await expect.poll(() => in_test.nouns.has('payments'), { timeout: 10_000 }).toBe(true);
  await createKey(service.ctx, { merchant_id: service.demo.merchant_id, mode: 'test' });
  await expect
    .poll(() => in_test.nouns.has('keys') && in_test.nouns.has('audit'), { timeout: 10_000 })
    .toBe(true);
  await visit.ask('POST', '/team/invitations', { email: 'x@shop.example', role: 'viewer' });
  await expect.poll(() => in_live.nouns.has('team'), { timeout: 10_000 }).toBe(true);
  expect(in_live.nouns.has('payments')).toBe(false);
  await Promise.all([in_test.close(), in_live.close()]);
});
