import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../test-support/tier.ts';
import { keepFailed, readCorpus } from '../corpus.ts';
import { patience_ms } from '../patience.ts';
import { deeds, refusals } from './deeds.ts';
import { HistoryFailed, type Played, playHistories, type Run, type StoredHistory } from './run.ts';
import { plantQuickly, type QuickService } from './start.ts';

const histories = Number(process.env.IDENTITY_SEQUENCES ?? (isNightly ? 2_000 : 12));
/** The seed, which is a new one in every run unless it is given. */
const seed = Number(process.env.IDENTITY_SEED ?? randomInt(2 ** 31));
/**
 * The path from the message of a failure. If set, only that history is played, and shortened as far as
 * possible.
 */
const path = process.env.IDENTITY_PATH;

/**
 * The minimum number of times that each kind must occur in `per` histories: a sixth of the frequency measured
 * for the rarest kind.
 */
const floors = { deeds: 1.5, refusals: 0.5, per: 100 } as const;

const corpus_folder = join(import.meta.dirname, 'corpus');
const corpus = await readCorpus<StoredHistory>(corpus_folder);

let quick: Awaited<ReturnType<typeof plantQuickly>>;
let started: QuickService;
beforeAll(async () => {
  quick = await plantQuickly();
  started = await quick.start();
});
afterAll(async () => {
  await started.close();
  quick.unplant();
});

test.skipIf(path !== undefined)(
  'every history that once failed now passes',
  { timeout: patience_ms(corpus.size) },
  async () => {
    for (const [file, { seed, path }] of corpus) {
      const said = await playHistories(started.service, { histories: 1, seed, path }).then(() => '', String);
      expect.soft(said, `${file}: ${replayOf({ seed, path })}`).toBe('');
    }
  },
);

test('no action at one merchant gives access to another merchant, or removes access from its people', {
  timeout: patience_ms(histories),
}, async () => {
  console.log(
    `identities: ${histories} histories of the seed ${seed}; the same again: IDENTITY_SEED=${seed}`,
  );
  const started_at = process.cpuUsage();
  const { tally, ...sizes } = await playFresh({ histories, seed, path });
  const { user, system } = process.cpuUsage(started_at);
  const cpu_s = Math.round((user + system) / 1e6);
  const seen = Object.fromEntries([...deeds, ...refusals].map((kind) => [kind, tally.get(kind) ?? 0]));
  console.log(`identities: ${JSON.stringify({ ...sizes, ...seen })}, ${cpu_s} s of CPU`);
  expect(sizes.histories).toBe(path === undefined ? histories : 1);
  if (path !== undefined) return;
  const rounds = histories / floors.per;
  for (const deed of deeds)
    expect.soft(seen[deed], deed).toBeGreaterThanOrEqual(Math.floor(rounds * floors.deeds));
  for (const refusal of refusals) {
    expect.soft(seen[refusal], refusal).toBeGreaterThanOrEqual(Math.floor(rounds * floors.refusals));
  }
});

const replayOf = (history: StoredHistory): string =>
  `IDENTITY_SEED=${history.seed} IDENTITY_PATH=${history.path} npx vitest run simulation/identity/histories.test.ts`;

/** Plays histories. A failed one is stored in the corpus, unless it is being investigated. */
async function playFresh(run: Run): Promise<Played> {
  try {
    return await playHistories(started.service, { ...run, shorten: run.path !== undefined });
  } catch (error) {
    if (!(error instanceof HistoryFailed) || run.path !== undefined) throw error;
    const { history, message, breach } = error;
    const kept = await keepFailed(corpus_folder, `${history.seed}-${history.path}`, { ...history, breach });
    throw new Error(`${kept}; replay it with ${replayOf(history)}\n${message}`, { cause: error });
  }
}
