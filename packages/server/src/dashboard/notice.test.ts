import { expect, test } from 'vitest';
import { makeApp } from '../http/make-app.ts';
import { makeLogger } from '../make-logger.ts';
import { addDashboardPage } from './assets.ts';

test('until the page is built, a notice stands in its place and looks again by itself', async () => {
  const app = makeApp(makeLogger('silent', process.stdout));
  app.register(addDashboardPage(async () => undefined));
  // The first request starts the build, or the look whether there is one: neither is waited for.
  const { statusCode, headers, body } = await app.inject({ url: '/dashboard/sign-in' });
  expect(statusCode).toBe(503);
  expect(headers).toMatchObject({ refresh: '2', 'retry-after': '2', 'cache-control': 'no-store' });
  expect(body).toContain('<p lang="en">The dashboard is being built.');
  expect(body).toContain('<p lang="fr">Le tableau de bord est en cours de construction.');
  expect(body).not.toMatch(/<script|<style|style=/);
  await expect
    .poll(async () => (await app.inject({ url: '/dashboard/sign-in' })).statusCode, { timeout: 60_000 })
    .toBe(200);
}, 60_000);
