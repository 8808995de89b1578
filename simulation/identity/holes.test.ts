import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../test-support/tier.ts';
import { readJson, writeJson } from '../json-file.ts';
import { patience_ms } from '../patience.ts';
import { type Hole, holes } from './holes.ts';
import { HistoryFailed, playHistories, type StoredHistory } from './run.ts';
import { plantQuickly } from './start.ts';

const find_anew = 'npm run simulation -- --find-holes';
/** Whether to find new histories instead of playing the stored ones. */
const isSearch = process.env.SIMULATION_FIND === '1';
/** The maximum number of histories that are played to find a hole. Every hole is found in far fewer. */
const histories_max = 400;
const seed = 1;

/** Stored histories, by the name of the hole. */
type Stored = Readonly<Record<string, StoredHistory>>;

const seeds_file = new URL('seeds.json', import.meta.url);
const stored = await readJson<Stored>(seeds_file);

type Quick = Awaited<ReturnType<typeof plantQuickly>>;

/**
 * Defines tests of holes. The holes are grouped by the modules that they change, so that each group loads its
 * modules once.
 */
function describeHoles(
  define: (cases: readonly (readonly [name: string, hole: Hole])[], quick: () => Quick) => void,
): void {
  const groups = Map.groupBy(holes, ({ plants }) => plants?.map(({ module }) => module).join(' ') ?? '');
  describe.each([...groups])('in modules "%s"', (_, together) => {
    let quick: Quick;
    beforeAll(async () => {
      quick = await plantQuickly(together[0]?.plants);
    });
    afterAll(() => quick.unplant());
    define(
      together.map((hole) => [hole.name, hole] as const),
      () => quick,
    );
  });
}

/**
 * Plays histories with a reopened hole until one of them finds it. @returns that history; undefined if none
 * does
 */
async function findHole(
  quick: Quick,
  hole: Hole,
  run: { readonly histories: number; readonly wanted?: RegExp } & Partial<StoredHistory>,
): Promise<HistoryFailed | undefined> {
  const { service, close } = await quick.start(hole.statements);
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
  describe('security holes', () => {
    test('each hole has a stored history', () => {
      expect(Object.keys(stored), find_anew).toEqual(holes.map(({ name }) => name));
    });

    test('a stored history has no breach while its hole is closed', {
      timeout: patience_ms(holes.length),
    }, async () => {
      const quick = await plantQuickly();
      const { service, close } = await quick.start();
      try {
        // The nightly run plays all of them. Fresh histories find faults of the service itself.
        for (const history of sampleOf(Object.values(stored), 2))
          await playHistories(service, { histories: 1, ...history });
      } finally {
        await close();
        quick.unplant();
      }
    });

    describeHoles((cases, quick) => {
      test.each(cases)('a history reveals: %s', { timeout: patience_ms(1) }, async (name, hole) => {
        const found = await findHole(quick(), hole, { histories: 1, ...stored[name] });
        const anew = `the stored history no longer shows the hole: ${find_anew}`;
        expect(found?.message ?? '', anew).toMatch(hole.found);
      });
    });
  });
}

function findAndStore(): void {
  describe('the first history that reveals the hole is found and stored:', () => {
    const found: Record<string, StoredHistory> = {};
    afterAll(() => {
      const in_order = holes.flatMap(({ name }) => (found[name] ? [[name, found[name]] as const] : []));
      return writeJson(seeds_file, Object.fromEntries(in_order));
    });

    describeHoles((cases, quick) => {
      test.each(cases)('%s', { timeout: patience_ms(histories_max) }, async (name, hole) => {
        const failed = await findHole(quick(), hole, { histories: histories_max, wanted: hole.found });
        expect(failed?.message ?? '', `in ${histories_max} histories`).toMatch(hole.found);
        if (failed) found[name] = failed.history;
        console.log(`${name}: ${JSON.stringify(failed?.history)}`);
      });
    });
  });
}

if (isSearch) findAndStore();
else playStored();
