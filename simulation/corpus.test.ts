import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { sampleOf } from '../test-support/tier.ts';
import { corpus_folder, keepFailed, readCorpus } from './corpus.ts';
import { runHistory } from './history.ts';
import { patience_ms } from './patience.ts';
import type { Tilt } from './plan.ts';
import { firstProviders } from './providers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

/** Later than the positions of all other tests, because ids must not go back in time. */
let position = 1_000;
const corpus = await readCorpus(corpus_folder);

test('every history that once failed now passes all checks', {
  timeout: patience_ms(corpus.size),
}, async () => {
  let position = 0;
  for (const [file, { seed, providers }] of corpus) {
    position++;
    const { breaches } = await runHistory(database.pool, firstProviders(providers), { seed, position });
    expect.soft(breaches, `replay it with npm run simulation -- --replay ${file}`).toEqual([]);
  }
});

test('a failed history is stored in a file and can be read again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-corpus-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const failed = { seed: 4711, providers: 3, breaches: ['payouts_in_flight holds -305 instead of 0'] };
  expect(await keepFailed(join(folder, 'new'), '4711', failed)).toMatch(/^kept in .*new.4711\.json$/);
  expect([...(await readCorpus(join(folder, 'new'))).values()]).toEqual([failed]);
});

test('a failure to store a history is reported with its seed', async () => {
  const folder = join(import.meta.filename, 'not-a-folder');
  expect(await keepFailed(folder, '4711', {})).toMatch(/^could not be kept: .*ENOTDIR/);
});

test('the same seed always gives the same history, step by step', {
  timeout: patience_ms(10),
}, async () => {
  // The first seed leaves a session open, which the next history must not expire.
  for (const seed of sampleOf([34, 1, 6, 8, 15], 2)) {
    const [first, second] = [
      await traceHistory(seed, 100 + 2 * seed),
      await traceHistory(seed, 101 + 2 * seed),
    ];
    expect(second, `seed ${seed}`).toEqual(first);
  }
});

test.each<[string, string, Tilt]>([
  ['the database is lost', 'fault: loss', { lost: true }],
  ['API keys change', 'rotate', { rotated: true }],
  ['webhooks are sent', 'webhook: delivered', { told: true, faults: { freeze: 0.02 } }],
  ['statements are read', 'statement', { read: true, faults: { freeze: 0.03 } }],
])(
  'the same seed always gives the same history, even if %s',
  {
    timeout: patience_ms(4),
  },
  async (_, what, tilt) => {
    for (const seed of sampleOf([1, 5], 1)) {
      position += 2;
      const [first, second] = [
        await traceHistory(seed, position, tilt),
        await traceHistory(seed, position + 1, tilt),
      ];
      expect(first[0]).toContain(`"${what}":`);
      expect(second, `seed ${seed}`).toEqual(first);
    }
  },
);

/** Plays a history, and returns its steps with their times since its beginning. */
async function traceHistory(seed: number, position: number, tilt?: Tilt): Promise<readonly string[]> {
  const options = { seed, position, tilt, traced: true };
  const { counts, trace } = await runHistory(database.pool, firstProviders(11), options);
  const began_ms = Number(trace?.[0]?.split(' ')[0]);
  const steps = (trace ?? []).map((line) => line.replace(/^\d+/, (at) => String(Number(at) - began_ms)));
  return [JSON.stringify(counts), ...steps];
}
