import { checkLedger } from '@guichet/core/ledger';
import { makeCheckout, retrievePayment } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { untilWaiting } from '../../../../test-support/locks.ts';
import { makeRefund, summarizeRefund } from '../../../../test-support/refunds.ts';
import {
  chooseFreePort,
  startTestService,
  type TestService,
  testEnvironment,
} from '../../../../test-support/service.ts';
import { type Running, startCommand } from '../testing/spawn-cli.ts';

/** Serves the same database without running its jobs, which are left to the processes of the test. */
let web: TestService;
beforeAll(async () => {
  web = await startTestService({ env: { GUICHET_ROLE: 'web' } });
});
afterAll(() => web.stop());

async function startWorker(): Promise<Running> {
  const env = {
    ...testEnvironment(web.database.database_url, web.data_dir),
    PORT: String(await chooseFreePort()),
    PUBLIC_URL: web.url,
  };
  const running = await startCommand(['worker', '--json'], env, /\n$/);
  onTestFinished(() => running.end('SIGKILL').then(() => undefined));
  return running;
}

test('when a worker is killed during a refund, a different one finds the outcome, and nothing is sent twice', {
  timeout: 90_000,
}, async () => {
  const { token, payment_id } = await makeCheckout(web, { amount: 1000 });
  await payOnPage(web, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  const checkout = { merchant_id: web.demo.merchant_id, payment_id, token };
  const refund = await makeRefund(web.ctx, checkout);

  // The operator's books are locked so that the call is in progress when the process dies.
  const held = await web.ctx.pool.connect();
  await held.query('begin; lock table sandbox_transactions in share mode');
  const first = await startWorker();
  await untilWaiting(web.database, 1, 'insert into sandbox_transactions');
  expect(await first.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await summarizeRefund(web.ctx, refund)).toMatchObject({ refund: 'processing', events: [] });
  await held.query('commit');
  held.release();

  await startWorker();
  // The status inquiry was scheduled 15 s after the call; the dead process's job is released after the same time.
  await expect
    .poll(async () => (await summarizeRefund(web.ctx, refund)).refund, { timeout: 60_000 })
    .toBe('success');
  expect(await summarizeRefund(web.ctx, refund)).toMatchObject({ events: ['1 refund.successful'] });
  expect(await retrievePayment(web, payment_id)).toMatchObject({ refunded_amount: 1020 });
  const { rows } = await web.ctx.pool.query(
    `select transactions.direction from sandbox_transactions as transactions
      join refunds using (reference) where refunds.id = $1`,
    [refund.id],
  );
  expect(rows).toEqual([{ direction: 'refund' }]);
  expect((await checkLedger(web.ctx, command)).breaches).toEqual([]);
});
