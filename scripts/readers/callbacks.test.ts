import { createAccount } from '@guichet/core/routing';
import { makeMerchant } from '@guichet/server/testing/api';
import { simulators } from '@guichet/simulators/all';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../test-support/actors.ts';
import { startTestService, type TestService } from '../../test-support/service.ts';
import { hostileText, pumps } from '../regexes/feed.ts';

/** An address without a listener, because the inquiries that callbacks start are not measured. */
const nowhere = '127.0.0.1:1';
/** The sizes of callbacks; 64 KB is the largest that is accepted. */
const sizes_kb = [50, 64] as const;
/**
 * The maximum processor time of hostile callbacks, as a multiple of the time of the same number of harmless ones of
 * the same size.
 */
const ratio_max = 8;
/** The number of callbacks sent concurrently, so that the connections are not measured either. */
const width = 8;
/** The length of a header's value, so that all headers stay below Node's 16 KB. */
const header_length = 3000;

let service: TestService;
let merchant_id: string;
beforeAll(async () => {
  service = await startTestService({
    env: { PROVIDER_ALLOWED_HOSTS: nowhere, LOG_LEVEL: 'silent' },
  });
  ({ merchant_id } = await makeMerchant(service, { mode: 'live' }));
});
afterAll(() => service.stop());

const accounts = simulators.flatMap(({ id, account, more_accounts }) => [
  { connector: id, name: id, config: account(`http://${nowhere}`) },
  ...Object.entries(more_accounts?.(`http://${nowhere}`) ?? {}).map(([name, config]) => ({
    connector: id,
    name: `${id} ${name}`,
    config,
  })),
]);

interface Sent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes a hostile callback of a size by repeating a part, also in the headers for providers' signatures. */
function hostile(pump: string, size_kb: number): Sent {
  const part = pump.replaceAll(/[^\x20-\x7e]/g, '') || '.';
  const value = part.repeat(Math.ceil(header_length / part.length)).slice(0, header_length);
  const time = Math.floor(Date.now() / 1000);
  return {
    body: hostileText(pump, size_kb),
    headers: {
      'x-fedapay-signature': `t=${time},s=${value}`,
      'wave-signature': `t=${time},v1=${value}`,
      'signature-input': `sig-pp=(${value}`,
      signature: `sig-pp=:${value}`,
    },
  };
}

/** Makes a callback that looks like a provider's. */
function harmless(index: number, size_kb: number): Sent {
  const entry = { id: `tx-${index}`, status: 'SUCCESSFUL', amount: '5000', note: 'Paid at the counter' };
  const count = Math.floor((size_kb * 1024 - 100) / (JSON.stringify(entry).length + 1));
  const body = JSON.stringify({ id: String(index), items: Array.from({ length: count }, () => entry) });
  return { body, headers: {} };
}

/**
 * Posts callbacks, each along with a request to /healthz, and waits until the jobs of the callbacks have run.
 * @returns the processor time in milliseconds
 */
async function take(path: string, callbacks: readonly Sent[]): Promise<number> {
  const before = process.threadCpuUsage();
  for (let from = 0; from < callbacks.length; from += width) {
    const answers = await Promise.all(
      callbacks.slice(from, from + width).flatMap(({ body, headers }) => [
        fetch(`${service.url}${path}`, {
          method: 'POST',
          body: Buffer.from(body).subarray(0, 64 * 1024),
          headers,
        }),
        fetch(`${service.url}/healthz`),
      ]),
    );
    const statuses = await Promise.all(
      answers.map(async (answer) => [answer.status, (await answer.text()).length > 0]),
    );
    // The success responses that providers expect differ; refusals do not.
    expect(statuses.filter(([status]) => Number(status) >= 300)).toEqual([]);
  }
  await expect.poll(countUntried, { timeout: 60_000, interval: 100 }).toBe(0);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Counts the due jobs that have not been started yet. Inquiry jobs that are retried later do not count. */
async function countUntried(): Promise<number> {
  const { rows } = await service.ctx.pool.query(
    'select count(*)::int as count from graphile_worker._private_jobs where attempts = 0 and run_at <= now()',
  );
  return rows[0].count;
}

describe('an unsigned callback with hostile text', () => {
  test.each(accounts)(
    'to $name takes less than 8 times the processor time of a harmless one of its size',
    async ({ connector, name, config }) => {
      const { id } = await createAccount(service.ctx, commandOf(merchant_id, 'live'), {
        connector,
        name,
        config,
        unchecked: true,
      });
      const path = `/callbacks/${connector}/${id}`;
      const count = pumps.length * sizes_kb.length;
      await take(
        path,
        Array.from({ length: width }, (_, index) => harmless(-index - 1, 50)),
      );
      const usual_ms = await take(
        path,
        Array.from({ length: count }, (_, index) => harmless(index, sizes_kb[index % sizes_kb.length] ?? 50)),
      );
      const hostile_ms = await take(
        path,
        pumps.flatMap((pump) => sizes_kb.map((size_kb) => hostile(pump, size_kb))),
      );
      expect(hostile_ms / usual_ms).toBeLessThan(ratio_max);
    },
    120_000,
  );
});
