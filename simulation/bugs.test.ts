import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { bugs } from './bugs.ts';

/** Histories that a bug may hide in; each bug is found in fewer. */
const histories_max = 150;

let database: TestDatabase;
let position = 0;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

/** Plays histories until one has a breach. @returns what it found, and in how many histories; undefined for nothing */
async function findBreach(): Promise<{ histories: number; breach: string } | undefined> {
  const { runHistory } = await import('./history.ts');
  const { simulatedProviders } = await import('./providers.ts');
  for (let histories = 1; histories <= histories_max; histories++) {
    position++;
    try {
      const { breaches } = await runHistory(database.pool, simulatedProviders, { seed: histories, position });
      if (breaches[0] !== undefined) return { histories, breach: breaches[0] };
    } catch (error) {
      // What the database's own rules stop is caught too.
      return { histories, breach: String(error) };
    }
  }
  return undefined;
}

describe('a planted mistake about money is caught:', () => {
  test.each(bugs)('$name', { timeout: 120_000 }, async ({ name, module, plant }) => {
    vi.resetModules();
    vi.doMock(module, async (importOriginal) => {
      const real = await importOriginal<object>();
      return { ...real, ...plant(real) };
    });
    try {
      const found = await findBreach();
      expect(found).toBeDefined();
      console.log(`${name}: found after ${found?.histories} histories: ${found?.breach}`);
    } finally {
      vi.doUnmock(module);
    }
  });
});
