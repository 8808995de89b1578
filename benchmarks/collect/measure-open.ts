import type pg from 'pg';
import { median } from '../percentile.ts';
import { openAttempts } from './open-attempts.ts';
import type { PayLoad, PaySample } from './pay.ts';
import { makeAllDue, moveInquiries, readOpen } from './queries.ts';
import { runScript } from './run-script.ts';
import type { StartedSimulator } from './start-simulator.ts';

const rounds = 3;
const open_attempts = 10_000;
const api_per_second = 100;
const api_window_s = 7;
/** The delay by which inquiries are postponed while the API is measured alone. */
const held_s = 3_600;

/** The service, the key of the measured merchant, and the key of a merchant whose customers never decide. */
type Shop = Pick<PayLoad, 'url' | 'live_key'> & { readonly silent_key: string };

/**
 * Measures the API while many attempts are open, alternately without and with inquiries about them.
 *
 * @returns lines to print
 */
export async function measureOpen(
  client: pg.Client,
  shop: Shop,
  silent: StartedSimulator,
): Promise<string[]> {
  const { url, live_key, silent_key } = shop;
  const per_second = api_per_second;
  // One is created by a real payment; the others are copies.
  await runScript<PaySample>('pay.ts', { url, live_key: silent_key, count: 1, per_second, pays: true });
  await openAttempts(client, silent, open_attempts - 1);
  const ask = async (): Promise<number> => {
    const count = api_per_second * api_window_s;
    const setting: PayLoad = { url, live_key, count, per_second, pays: false };
    return (await runScript<PaySample>('pay.ts', setting)).initialize_p99_ms;
  };
  let held_ms = 0;
  const hold = async (): Promise<void> => {
    await moveInquiries(client, held_s);
    held_ms = performance.now();
  };
  // Each inquiry is due later than originally scheduled by the time that has elapsed since `hold`. The schedule
  // thus resumes where it was stopped, including the inquiries that would have been due in the meantime.
  const release = () => moveInquiries(client, (performance.now() - held_ms) / 1000 - held_s);
  const compare = async (name: string, begin: () => Promise<void>): Promise<string> => {
    const [without, during, rates]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      without.push(await ask());
      await begin();
      const before = await readOpen(client);
      const started_ms = performance.now();
      during.push(await ask());
      const { inquiries } = await readOpen(client);
      rates.push(((inquiries - before.inquiries) * 1000) / (performance.now() - started_ms));
      await hold();
    }
    const [rest_ms, p99_ms] = [median(without), median(during)];
    return `  ${name}: ${Math.round(median(rates))} inquiries a second, p99 ${p99_ms.toFixed(1)} ms, without inquiries ${rest_ms.toFixed(1)} ms, ratio ${(p99_ms / rest_ms).toFixed(2)}`;
  };
  await hold();
  // An uncounted warm-up, so that the code for live mode is compiled.
  await ask();
  return [
    `checkout/initialize in live mode, ${api_per_second} a second at any response time, with ${open_attempts} open attempts, alternately, ${rounds} rounds of ${api_window_s} s, medians (target: at most 1.5)`,
    await compare('inquired about as after an hour of silence', release),
    await compare('all due at once', () => makeAllDue(client)),
  ];
}
