import { checkLedger } from '@guichet/core/ledger';
import type pg from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { command } from '../test-support/actors.ts';
import { makeTestDatabase } from '../test-support/database.ts';
import { corpus_folder, type FailedHistory, keepFailed } from './corpus.ts';
import { addCounts, findUncovered, tellCoverage } from './coverage.ts';
import { histories_of_database } from './database.ts';
import { runHistory } from './history.ts';
import { patience_ms } from './patience.ts';
import { simulatedProviders } from './providers.ts';

/**
 * The number of test files among which the histories of a run are divided, so that several workers can play
 * them.
 */
const shares = 5;
/** After this many failed histories, a test file plays no more. */
const failed_max = 3;

/** Plays a share of a run's fresh histories as tests. A failed history is stored in the corpus. */
export function playShare(share: number): void {
  const { seed: base, histories: all } = inject('fresh_histories');
  const first = base + Math.floor((all * share) / shares);
  const histories = base + Math.floor((all * (share + 1)) / shares) - first;
  let failed = 0;
  let entries_checked = 0;
  const counts: Record<string, number> = {};
  beforeAll(() => {
    console.log(
      `histories of the seeds ${first} to ${first + histories - 1}; the same again: SIMULATION_SEED=${base} SIMULATION_HISTORIES=${all}`,
    );
  });

  describe('in random histories', () => {
    const at_once = histories_of_database;
    const starts = Array.from({ length: Math.ceil(histories / at_once) }, (_, index) => index * at_once);
    test.each(starts)(
      'every payment, payout and refund ends with the outcome in the provider’s books, from history %i on',
      { timeout: patience_ms(at_once) },
      async (start) => {
        expect(failed, 'too many histories have failed: no more are played').toBeLessThan(failed_max);
        const database = await makeTestDatabase();
        try {
          const said: string[] = [];
          const end = Math.min(start + at_once, histories);
          for (let position = start; position < end && failed < failed_max; position++) {
            const breaches = await playFresh(database.pool, { seed: first + position, position }, counts);
            if (breaches.length > 0) failed++;
            said.push(...breaches);
          }
          expect(said.join('\n')).toBe('');
          const { breaches, entries } = await checkLedger({ db: database.db }, command);
          expect(breaches).toEqual([]);
          entries_checked += entries;
        } finally {
          await database.close();
        }
      },
    );

    test('everything that a large run must include occurs, if there are enough histories', () => {
      console.log(tellCoverage(counts));
      expect(findUncovered(counts, histories)).toEqual([]);
    });

    test('the check of the ledger reads at least one entry', () => {
      expect(entries_checked).toBeGreaterThan(0);
    });
  });
}

/**
 * Plays a history, and stores it in the corpus if it fails.
 *
 * @returns its breaches, after the command to replay it; empty if there are none
 */
async function playFresh(
  pool: pg.Pool,
  options: { readonly seed: number; readonly position: number },
  counted: Record<string, number>,
): Promise<readonly string[]> {
  const { seed } = options;
  const { breaches, counts } = await runHistory(pool, simulatedProviders, options).catch((error: unknown) => {
    console.error(error);
    return { breaches: [`it broke off: ${error}`], counts: {} };
  });
  addCounts(counted, counts);
  if (breaches.length === 0) return [];
  const failed: FailedHistory = { seed, providers: simulatedProviders.length, breaches };
  const kept = await keepFailed(corpus_folder, String(seed), failed);
  return [`${kept}; replay it with npm run simulation -- --only ${seed}`, ...breaches];
}
