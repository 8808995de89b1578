import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createEndpoint } from '@guichet/core/events';
import { initialize, least, makeCheckout, retrievePayment } from '@guichet/server/testing/api';
import { holdPayments } from '@guichet/server/testing/hold';
import { send } from '@guichet/server/testing/send';
import { payOnPage } from '@guichet/server/testing/visitor';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { forceOff } from '../../../../test-support/endpoints.ts';
import { untilWaiting } from '../../../../test-support/locks.ts';
import {
  chooseFreePort,
  startTestService,
  type TestService,
  testEnvironment,
} from '../../../../test-support/service.ts';
import { readObject } from '../testing/run-cli.ts';
import { type Running, startCommand } from '../testing/spawn-cli.ts';

/** Serves the same database without running its jobs, which are left to the processes of the tests. */
let web: TestService;
beforeAll(async () => {
  web = await startTestService({ env: { GUICHET_ROLE: 'web' } });
});
afterAll(() => web.stop());

/**
 * Starts a separate process on the same database. @returns the process, with a `service` whose requests go to it
 */
async function start(
  args: readonly string[],
  ready = /\n$/,
): Promise<{ running: Running; service: TestService }> {
  const port = await chooseFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...testEnvironment(web.database.database_url, web.data_dir),
    PORT: String(port),
    PUBLIC_URL: url,
  };
  const running = await startCommand(args, env, ready);
  // The test itself ends the process, unless it fails.
  onTestFinished(() => running.end('SIGKILL').then(() => undefined));
  return { running, service: { ...web, url } };
}

function answerOf(service: TestService): Promise<string> {
  return send(service.url, '/healthz').then(
    ({ status }) => String(status),
    (error: NodeJS.ErrnoException) => String(error.code),
  );
}

describe('serve', () => {
  test('reports that it is ready, finishes open requests after SIGTERM and exits with 0', async () => {
    const { running, service } = await start(['serve', '--json']);
    expect(readObject(running.stdout)).toEqual({
      ready: true,
      role: 'all',
      url: service.url,
      demo: { ...web.demo, base_url: `${service.url}/api/v1` },
    });
    const letGo = await holdPayments(web);
    const answer = initialize(service, least);
    await untilWaiting(web.database, 1, 'insert into idempotency_keys');

    const ended = running.end('SIGTERM');
    await expect.poll(() => answerOf(service)).toBe('ECONNREFUSED');
    await letGo();
    const { status, body } = await answer;
    expect(status).toBe(201);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(await answerOf(service)).toBe('ECONNREFUSED');
    const { rows } = await web.ctx.pool.query('select status from checkout_sessions where token = $1', [
      web.ctx.tokens.handleOf(String(body.data?.session_token)),
    ]);
    expect(rows).toEqual([{ status: 'active' }]);
  });

  test('prints a welcome with a working key and request', async () => {
    const { running, service } = await start(['serve'], /Stop it with Ctrl-C/);
    const curl = /curl -X POST (\S+) \\\n\s+-H "(.+?): (.+?)" \\\n\s+-H "(.+?): (.+?)" \\\n\s+-d '(.+)'/;
    const [, address = '', name = '', value = '', other_name = '', other_value = '', body = ''] =
      curl.exec(running.stdout) ?? [];
    const made = await fetch(address, {
      method: 'POST',
      headers: { [name]: value, [other_name]: other_value },
      body,
    });
    expect(made.status).toBe(201);
    expect(running.stdout).toContain(`Guichet is ready at ${service.url}\n`);
    expect(running.stdout).toContain(`${service.url}/demo`);
    expect((await send(service.url, '/demo')).status).toBe(303);
    expect(await running.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  test('exits immediately on a second signal', async () => {
    const { running, service } = await start(['serve', '--json']);
    const letGo = await holdPayments(web);
    const answer = initialize(service, least).catch((error: NodeJS.ErrnoException) => error.code);
    await untilWaiting(web.database, 1, 'insert into idempotency_keys');
    const ended = running.end('SIGINT');
    await expect.poll(() => answerOf(service)).toBe('ECONNREFUSED');
    // A second signal within one second would count as the first one, forwarded by npm.
    await setTimeout(1_000);
    await running.end('SIGINT');
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(await answer).toBe('ECONNRESET');
    await letGo();
  });
});

describe('worker', () => {
  test('finishes the current job after SIGTERM and exits with 0', async () => {
    const { running } = await start(['worker', '--json']);
    expect(readObject(running.stdout)).toEqual({
      ready: true,
      role: 'worker',
      url: null,
      demo: expect.any(Object),
    });
    const { received, payment_id } = await payWithSlowReceiver();
    const [delivery] = await received(1);
    const ended = running.end('SIGTERM');
    const still_there = setTimeout(300, 'still there');
    expect(await Promise.race([ended, still_there])).toBe('still there');
    delivery?.end();
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(await deliveriesOf(payment_id)).toEqual([{ status: 'delivered', attempts: 1 }]);
  });

  test('loses no job when it is killed, because a different worker finishes the job', {
    timeout: 60_000,
  }, async () => {
    const { running } = await start(['worker', '--json']);
    const { received, payment_id } = await payWithSlowReceiver();
    await received(1);
    expect(await running.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await deliveriesOf(payment_id)).toEqual([{ status: 'waiting', attempts: 0 }]);

    const other = await start(['worker', '--json']);
    // A dead process's jobs are released after 15 s without a sign of life.
    const [, again] = await received(2);
    again?.end();
    await expect.poll(() => deliveriesOf(payment_id)).toEqual([{ status: 'delivered', attempts: 1 }]);
    expect(await retrievePayment(web, payment_id)).toMatchObject({ status: 'success' });
    expect(await other.running.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});

/** Pays a session whose webhook goes to a receiver that responds when the test lets it. */
async function payWithSlowReceiver() {
  const responses: ServerResponse[] = [];
  const receiver = createServer((_request, response) => void responses.push(response));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const { port } = receiver.address() as AddressInfo;
  await forceOff(web.ctx, {});
  await createEndpoint(web.ctx, commandOf(web.demo.merchant_id, 'test'), {
    url: `http://127.0.0.1:${port}/`,
  });
  const { token, payment_id } = await makeCheckout(web);
  await payOnPage(web, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  return {
    payment_id,
    received: async (count: number): Promise<readonly ServerResponse[]> => {
      await expect.poll(() => responses.length, { timeout: 45_000, interval: 50 }).toBe(count);
      return responses;
    },
  };
}

async function deliveriesOf(payment_id: string): Promise<unknown[]> {
  const { rows } = await web.ctx.pool.query(
    `select delivery.status, delivery.attempts from webhook_deliveries as delivery
    join events on events.id = delivery.event_id where events.object_id = $1`,
    [payment_id],
  );
  return rows;
}
