import { execFile } from 'node:child_process';
import type { PayLoad } from '../collect/pay.ts';
import type { RunningService } from '../start-service.ts';
import type { Sample } from './samples/queries.ts';
import { describeTimed, timeQuestions } from './time-questions.ts';
import type { Visit } from './visit.ts';

const people = 4;
const asks = 10;
const per_second = 10;
/**
 * The time for which customers keep paying. It is longer than the queries take, because the customers' process is
 * stopped after the last query.
 */
const paid_s = 3_600;
const slowest_told = 5;

/**
 * Times the queries of several people who use the dashboard concurrently while customers pay, because merchants
 * watch the dashboard while they sell.
 *
 * @returns lines to print
 */
export async function measureBusy(
  visit: Visit,
  service: RunningService,
  samples: readonly Sample[],
): Promise<string[]> {
  const load: PayLoad = {
    url: service.url,
    live_key: service.test_key,
    count: per_second * paid_s,
    per_second,
    pays: true,
  };
  const script = new URL('../collect/pay.ts', import.meta.url).pathname;
  const customers = execFile(process.execPath, [script, JSON.stringify(load)]);
  try {
    const timed = await timeQuestions(visit, samples.slice(0, asks), people);
    if (customers.exitCode !== null) throw new Error('the customers were refused a payment');
    return [
      `the same by ${people} people at once, while ${per_second} payments a second are made; the slowest ${slowest_told} queries`,
      ...describeTimed(timed, slowest_told),
    ];
  } finally {
    customers.kill();
  }
}
