import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { runHistory } from './history.ts';
import { simulatedProviders } from './providers.ts';

/** Histories of one test: enough to see how far it is. */
const at_once = 100;

/** Plays histories as tests. Each replays alone: `npm run simulation -- --only <seed>`. */
export function playHistories(options: { readonly first_seed: number; readonly histories: number }): void {
  const { first_seed, histories } = options;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeTestDatabase();
  });
  afterAll(() => database.close());

  describe('every payment, payout and refund ends as the operator’s books say', () => {
    const starts = Array.from({ length: Math.ceil(histories / at_once) }, (_, index) => index * at_once);
    test.each(starts)(
      `in the ${at_once} histories after ${first_seed} + %i`,
      { timeout: 240_000 },
      async (start) => {
        for (let position = start; position < Math.min(start + at_once, histories); position++) {
          const seed = first_seed + position;
          const { breaches } = await runHistory(database.pool, simulatedProviders, { seed, position });
          expect(breaches, `replay it with npm run simulation -- --only ${seed}`).toEqual([]);
        }
      },
    );

    test('and the books of the ledger are in order after all of them', { timeout: 120_000 }, async () => {
      const { checkLedger } = await import('@guichet/core/ledger/check');
      const { breaches, entries } = await checkLedger({ db: database.db });
      expect(breaches).toEqual([]);
      expect(entries).toBeGreaterThan(histories);
    });
  });
}
