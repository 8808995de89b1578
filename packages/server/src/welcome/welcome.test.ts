import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { send } from '../testing/send.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const countPayments = async (): Promise<number> =>
  Number((await service.ctx.pool.query('select count(*) from payments')).rows[0].count);

describe('the welcome page', () => {
  test.each([
    ['en', 'Dashboard'],
    ['fr', 'Tableau de bord'],
    ['sw', 'Dashibodi'],
    ['pt', 'Painel'],
    ['ar', 'لوحة التحكم'],
  ])('in %s has three doors, each of which opens', async (language, dashboard) => {
    const page = await send(service.url, '/', { headers: { 'accept-language': language } });
    expect(page.text).toContain(dashboard);
    const doors = [...page.text.matchAll(/<li><a href="([^"]+)">/g)].map(([, href]) => href ?? '');
    expect(doors).toEqual(['/dashboard', '/docs', '/demo']);
    for (const door of [...doors, '/verify'])
      expect([200, 302, 303, 503]).toContain((await send(service.url, door)).status);
  });

  test('creates no payment', async () => {
    const before = await countPayments();
    await send(service.url, '/');
    expect(await countPayments()).toBe(before);
  });

  test('supports GET and HEAD only', async () => {
    const refused = await send(service.url, '/', { method: 'POST' });
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});
