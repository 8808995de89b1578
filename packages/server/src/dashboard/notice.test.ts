import { expect, onTestFinished, test } from 'vitest';
import { makeApp } from '../http/make-app.ts';
import { makeLogger } from '../make-logger.ts';
import { addDashboardPage } from './assets.ts';
import { dashboardBuild } from './build.ts';

test('until the page is built, a notice is shown instead and reloads itself', async () => {
  const app = makeApp(makeLogger('silent', process.stdout));
  // Another test file of this worker may already have built the page, so the first two calls report that it is
  // being built.
  let looks = 0;
  const lookAtBuild: typeof dashboardBuild = (log) => {
    const build = dashboardBuild(log);
    return looks++ < 2 ? { state: 'building' } : build;
  };
  app.register(addDashboardPage(async () => undefined, lookAtBuild));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  // The first request starts the build, or the check for an existing one, and waits for neither.
  const answer = await fetch(`${address}/dashboard/sign-in`);
  expect(answer.status).toBe(503);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    refresh: '2',
    'retry-after': '2',
    'cache-control': 'no-store',
  });
  const body = await answer.text();
  expect(body).toContain('<p lang="en">The dashboard is being built.');
  expect(body).toContain('<p lang="fr">Le tableau de bord est en cours de construction.');
  expect(body).not.toMatch(/<script|<style|style=/);
  await expect
    .poll(async () => (await fetch(`${address}/dashboard/sign-in`)).status, { timeout: 60_000 })
    .toBe(200);
}, 60_000);
