import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { bugs, type Tilt } from './bugs.ts';

/** Histories that a bug may hide in; each bug is found in fewer. */
const histories_max = 150;

let database: TestDatabase;
let position = 0;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

/** Plays histories until one says what is looked for. @returns in how many histories, and what; undefined for nothing */
async function findBreach(
  wanted: RegExp,
  tilt: Tilt,
): Promise<{ histories: number; breach: string } | undefined> {
  const { runHistory } = await import('./history.ts');
  const { simulatedProviders } = await import('./providers.ts');
  const providers = simulatedProviders.filter(
    ({ provider }) => tilt.connector === undefined || provider.id === tilt.connector,
  );
  const { rates } = tilt;
  for (let histories = 1; histories <= histories_max; histories++) {
    position++;
    const seed = histories;
    const { breaches } = await runHistory(database.pool, providers, { seed, position, rates });
    const breach = breaches.find((one) => wanted.test(one));
    if (breach !== undefined) return { histories, breach };
  }
  return undefined;
}

describe('a planted mistake about money is caught:', () => {
  test.each(bugs)(
    '$name',
    { timeout: 120_000 },
    async ({ name, module, plant, found: wanted, tilt = {} }) => {
      vi.resetModules();
      vi.doMock(module, async (importOriginal) => {
        const real = await importOriginal<object>();
        return { ...real, ...plant(real) };
      });
      try {
        const found = await findBreach(wanted, tilt);
        expect(found).toBeDefined();
        console.log(`${name}: found after ${found?.histories} histories: ${found?.breach}`);
      } finally {
        vi.doUnmock(module);
      }
    },
  );
});
