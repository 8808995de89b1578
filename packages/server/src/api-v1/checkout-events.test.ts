import { describeCheckout, expireCheckout } from '@guichet/core/payments';
import { customerWith } from '@guichet/core/platform';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { makeTestDatabase } from '../../../../test-support/database.ts';
import { makeGate } from '../../../../test-support/gate.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, expectError, makeCheckout } from '../testing/api.ts';
import {
  callCancel,
  callPay,
  meansEnding,
  nextStatus,
  readUntil,
  sessionOf,
  watchCheckout,
} from '../testing/checkout-calls.ts';
import type { EventStream } from '../testing/event-stream.ts';
import { letTimePass } from '../testing/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function watch(token: string, by: TestService = service): Promise<EventStream> {
  const events = await watchCheckout(by, token);
  onTestFinished(() => events.leave());
  return events;
}

const pay = async (token: string, digits: string, by: TestService = service) =>
  sessionOf(await callPay(by, token, meansEnding(digits)));

describe('the events of a session', () => {
  test('are sent as a stream that no cache stores', async () => {
    const { token } = await makeCheckout(service);
    const events = await watch(token);
    expect(events.status).toBe(200);
    expect(events.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^req_/),
    });
    await nextStatus(events);
    expect(events.text()).toMatch(/^retry: 2000\n\nevent: status\ndata: \{.*\}\n\n$/);
  });

  test('begin with the current status, report each change, and end when the session is paid', async () => {
    const { token } = await makeCheckout(service);
    const events = await watch(token);
    const { status, payment } = await describeCheckout(service.ctx, customerWith(token));
    expect(await nextStatus(events)).toEqual({ status, payment });
    const asked = await pay(token, '20');
    expect(await readUntil(events, ({ payment }) => payment.action !== null)).toEqual({
      status: 'active',
      payment: asked.payment,
    });
    sessionOf(await callPay(service, token, meansEnding('20', { otp: '123456' })));
    const told = await nextStatus(events);
    expect(told).toMatchObject({ status: 'completed', payment: { status: 'success' } });
    expect(await events.next()).toBeNull();
  });

  test('end for every watcher when the session is cancelled', async () => {
    const { token } = await makeCheckout(service);
    const streams = await Promise.all([watch(token), watch(token), watch(token)]);
    for (const events of streams) expect(await nextStatus(events)).toMatchObject({ status: 'active' });
    await callCancel(service, token);
    for (const events of streams) {
      expect(await nextStatus(events)).toMatchObject({ status: 'cancelled' });
      expect(await events.next()).toBeNull();
    }
  });

  test('end when the session expires', async () => {
    const { token } = await makeCheckout(service);
    const events = await watch(token);
    await letTimePass(service, token);
    const told = await readUntil(events, ({ payment }) => payment.status === 'expired');
    expect(told?.status).toBe('expired');
    expect(await events.next()).toBeNull();
    expectError(await callApi(service, `/api/v1/checkout/${token}/events`), 410, 'session_expired');
  });

  test('continue after the session’s end while its payment is processing', async () => {
    const { token } = await makeCheckout(service);
    await pay(token, '22');
    await expireCheckout(service.ctx, command, token);
    expectError(await callApi(service, `/api/v1/checkout/${token}`), 410, 'session_expired');
    const events = await watch(token);
    expect(await nextStatus(events)).toMatchObject({ status: 'expired', payment: { status: 'processing' } });
  });

  test('reach the watchers of each of many sessions', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 100 }, async () => (await makeCheckout(service)).token),
    );
    const streams = await Promise.all(tokens.map((token) => watch(token)));
    await Promise.all(tokens.map((token) => pay(token, '00')));
    const ends = await Promise.all(
      streams.map((events) => readUntil(events, ({ payment }) => payment.status === 'success')),
    );
    expect(ends.map((end) => end?.status)).toEqual(Array(100).fill('completed'));
  });
});

test('changes made by another node are reported too', async () => {
  const other = await startTestService({ database: service.database, env: { GUICHET_ROLE: 'web' } });
  onTestFinished(() => other.stop());
  const { token } = await makeCheckout(service);
  const events = await watch(token, other);
  await pay(token, '00');
  expect(await readUntil(events, ({ payment }) => payment.status === 'success')).not.toBeNull();
});

test('polling for a session stops once its watchers have disconnected', async () => {
  // A separate service, without other watchers.
  const own = await startTestService();
  onTestFinished(() => own.stop());
  const { token } = await makeCheckout(own);
  const streams = await Promise.all([watchCheckout(own, token), watchCheckout(own, token)]);
  for (const events of streams) await nextStatus(events);
  const silent_s = async (): Promise<number> => {
    const { rows } = await own.ctx.pool.query<{ silent_s: number }>(
      `select coalesce(min(extract(epoch from clock_timestamp() - query_start)), 60)::float as silent_s
      from pg_stat_activity where datname = current_database() and position('watched (merchant_id' in query) > 0
        and pid <> pg_backend_pid()`,
    );
    return rows[0]?.silent_s ?? 60;
  };
  await expect.poll(silent_s).toBeLessThan(2);
  for (const events of streams) events.leave();
  await expect.poll(silent_s).toBeGreaterThan(3);
});

test('stopping the service ends the streams and does not wait for them', async () => {
  const own = await startTestService();
  const { token } = await makeCheckout(own);
  const events = await watch(token, own);
  await nextStatus(events);
  await own.stop();
  expect(await events.next()).toBeNull();
  expect(own.logs.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
});

test('a database outage is logged once, and the stream continues afterwards', async () => {
  const database = await makeTestDatabase();
  const gate = await makeGate(database.database_url);
  const own = await startTestService({
    database,
    env: { DATABASE_URL: gate.database_url, GUICHET_ROLE: 'web' },
  });
  onTestFinished(async () => {
    await own.stop();
    await gate.close();
    await database.close();
  });
  const { token } = await makeCheckout(own);
  const events = await watch(token, own);
  await nextStatus(events);
  const complaints = () => own.logs.filter(({ msg }) => String(msg).startsWith('watching checkouts failed'));
  await gate.close();
  await expect.poll(() => complaints().length).toBe(1);
  // Time for several more failed attempts, which must not be logged again.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await gate.open();
  await pay(token, '00', own);
  expect(await readUntil(events, ({ payment }) => payment.status === 'success')).not.toBeNull();
  expect(complaints()).toHaveLength(1);
});
