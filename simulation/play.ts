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

/** The number of test files among which a run's histories are divided, for parallel workers. */
const shares = 5;
/** The maximum number of failures that one share reports; more would add nothing. */
const failed_max = 3;

/** Runs a share of a run's fresh histories as tests. A failed one is stored in the corpus. */
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

  describe('every payment, payout and refund ends as the operator’s books say', () => {
    const at_once = histories_of_database;
    const starts = Array.from({ length: Math.ceil(histories / at_once) }, (_, index) => index * at_once);
    test.each(starts)(
      'in the histories from position %i on',
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

    test('and every possible event occurs, if there are many histories', () => {
      console.log(tellCoverage(counts));
      expect(findUncovered(counts, histories)).toEqual([]);
    });

    test('and entries of the ledger were checked', () => {
      expect(entries_checked).toBeGreaterThan(0);
    });
  });
}

/**
 * Runs a history, and stores it if it fails. @returns the command to replay it and its breaches; empty if there are
 * none
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
