import { randomInt } from 'node:crypto';
import { fundSandbox } from '@guichet/core/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { isNightly } from '../../../../test-support/tier.ts';
import { type Visit, visitAs } from './testing/visit.ts';

let service: TestService;
let viewer: Visit;
beforeAll(async () => {
  service = await startTestService();
  viewer = await visitAs(service, 'viewer');
});
afterAll(() => service.stop());

const writers_max = 20;
/** Ten times as many periods in nightly runs. */
const periods_max = isNightly ? 60 : 6;
const since = '2020-01-01T00:00:00Z';

const pause = (most_ms: number) => new Promise((resolve) => setTimeout(resolve, randomInt(most_ms)));

/** The bytes of the statement on the page and in its CSV. */
async function readBytes(until: string): Promise<string> {
  const query = `?${new URLSearchParams({ since, until })}`;
  const of = '/balances/XOF/statement';
  const [page, file] = await Promise.all([
    viewer.ask('GET', `${of}${query}`),
    viewer.ask('GET', `${of}/export${query}`),
  ]);
  expect([page.status, file.status]).toEqual([200, 200]);
  return JSON.stringify([page.body.data, file.body]);
}

test('the statement of a closed period has the same bytes each time, on the page and in the CSV, while 20 writers book entries', {
  timeout: 120_000,
}, async () => {
  const actor = commandOf(service.demo.merchant_id);
  const readings: { until: string; first: string; again: number }[] = [];
  const compare = async (reading: (typeof readings)[number]): Promise<void> => {
    expect(await readBytes(reading.until)).toBe(reading.first);
    reading.again += 1;
  };
  let is_over = false;
  const writers = Array.from({ length: writers_max }, async (_, writer) => {
    while (!is_over) {
      await fundSandbox(service.ctx, actor, { currency: 'XOF', amount: writer + 1 });
      await pause(150);
    }
  });
  while (readings.length < periods_max) {
    await pause(40);
    const until = new Date().toISOString();
    readings.push({ until, first: await readBytes(until), again: 0 });
    // Compares one of the readings so far, chosen at random.
    const earlier = readings[randomInt(readings.length)];
    if (earlier) await compare(earlier);
  }
  is_over = true;
  await Promise.all(writers);
  for (const reading of readings) while (reading.again < 2) await compare(reading);
  // Each period's statement is different, so entries were booked between the readings.
  expect(new Set(readings.map(({ first }) => first)).size).toBe(periods_max);
});
