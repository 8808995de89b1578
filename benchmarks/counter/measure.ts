import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@guichet/kernel/log';
import { compose } from '@guichet/server/compose';
import { readConfig } from '@guichet/server/config';
import { percentile } from '../percentile.ts';
import { startService } from '../start-service.ts';
import { listPaidAt } from './queries.ts';
import { openTills, type Till } from './tills.ts';

const tills_count = 1_000;
/** Customers who confirm in a second, at all tills together. */
const per_second = 20;
/** Every payment is confirmed within seconds; a till that is still silent then has lost its result. */
const silent_ms = 60_000;

/**
 * Measures how long a till takes to say that a payment has arrived: from the moment at which the operator's word is
 * stored to the arrival of the sentence at the till. Each till has its own connection; service, PostgreSQL and all tills
 * share the machine.
 */
export async function measureCounter(): Promise<string[]> {
  const data_dir = await mkdtemp(join(tmpdir(), 'guichet-bench-counter-'));
  const service = await startService(data_dir, {
    ...{ STREAMS_PER_ADDRESS_MAX: String(2 * tills_count) },
    // All tills have one address here.
    CONNECTIONS_PER_ADDRESS_MAX: String(3 * tills_count),
  });
  const { ctx, close } = await compose(readConfig({ DATA_DIR: data_dir }), silentLog);
  try {
    const tills = await openTills(ctx, service.url, tills_count);
    const took_ms = await askAll(tills);
    const waits_ms = await readWaits(ctx.pool, tills);
    const at = (share: number): string => percentile(waits_ms, share).toFixed(0);
    return [
      `${tills.length} tills, ${(tills.length / (took_ms / 1000)).toFixed(1)} payments a second, from the stored word of the operator to the sentence at the till: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (target: at most 1000), longest ${Math.max(...waits_ms).toFixed(0)} ms; ${tills.length - waits_ms.length} silent`,
    ];
  } finally {
    await close();
    await service.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

/** Lets a customer pay at each till, at an even rate. @returns the time until the last one was asked */
async function askAll(tills: readonly Till[]): Promise<number> {
  const began_ms = performance.now();
  const asked: Promise<void>[] = [];
  for (const [index, till] of tills.entries()) {
    const wait_ms = began_ms + (index / per_second) * 1000 - performance.now();
    if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms));
    asked.push(till.ask());
  }
  await Promise.all(asked);
  const took_ms = performance.now() - began_ms;
  const until_ms = performance.now() + silent_ms;
  while (tills.some((till) => till.heardAt() === null) && performance.now() < until_ms) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  for (const till of tills) till.close();
  return took_ms;
}

async function readWaits(pool: Parameters<typeof listPaidAt>[0], tills: readonly Till[]): Promise<number[]> {
  const paid_at = await listPaidAt(pool);
  return tills.flatMap((till) => {
    const [heard_ms, paid] = [till.heardAt(), paid_at.get(till.payment_id)];
    return heard_ms === null || paid === undefined ? [] : [heard_ms - paid.getTime()];
  });
}
