import { afterAll, describe, expect, test } from 'vitest';
import { readJson, writeJson } from '../json-file.ts';
import { patience_ms } from '../patience.ts';
import { type Hole, holes } from './holes.ts';
import { HistoryFailed, playHistories, type StoredHistory } from './run.ts';
import { startQuickService } from './start.ts';

const find_anew = 'npm run simulation -- --find-holes';
/** Set by that command: find new histories instead of playing the stored ones. */
const isSearch = process.env.SIMULATION_FIND === '1';
/** Histories searched for a hole; each is found in far fewer. */
const histories_max = 400;
const seed = 1;

/** By the name of the hole. */
type Stored = Readonly<Record<string, StoredHistory>>;

const seeds_file = new URL('seeds.json', import.meta.url);
const stored = await readJson<Stored>(seeds_file);
const cases = holes.map((hole) => [hole.name, hole] as const);

/** Plays with a reopened hole until it is found. @returns the history that found it; undefined for none */
async function findHole(
  hole: Hole,
  run: { readonly histories: number; readonly wanted?: RegExp } & Partial<StoredHistory>,
): Promise<HistoryFailed | undefined> {
  const { service, close } = await startQuickService(hole);
  try {
    await playHistories(service, { seed, ...run });
    return undefined;
  } catch (error) {
    if (error instanceof HistoryFailed) return error;
    throw error;
  } finally {
    await close();
  }
}

function playStored(): void {
  describe('a reopened hole is found:', () => {
    test('has a stored history', () => {
      expect(Object.keys(stored), find_anew).toEqual(holes.map(({ name }) => name));
    });

    test('by histories without breaches of their own', { timeout: patience_ms(holes.length) }, async () => {
      const { service, close } = await startQuickService();
      try {
        for (const history of Object.values(stored))
          await playHistories(service, { histories: 1, ...history });
      } finally {
        await close();
      }
    });

    test.each(cases)('%s', { timeout: patience_ms(1) }, async (name, hole) => {
      const found = await findHole(hole, { histories: 1, ...stored[name] });
      const anew = `the history stored does not show the hole any more: ${find_anew}`;
      expect(found?.message ?? '', anew).toMatch(hole.found);
    });
  });
}

function findAndStore(): void {
  describe('the first history that reveals the hole is found and stored:', () => {
    const found: Record<string, StoredHistory> = {};
    afterAll(() => writeJson(seeds_file, found));

    test.each(cases)('%s', { timeout: patience_ms(histories_max) }, async (name, hole) => {
      const failed = await findHole(hole, { histories: histories_max, wanted: hole.found });
      expect(failed?.message ?? '', `in ${histories_max} histories`).toMatch(hole.found);
      if (failed) found[name] = failed.history;
      console.log(`${name}: ${JSON.stringify(failed?.history)}`);
    });
  });
}

if (isSearch) findAndStore();
else playStored();
