import { describe, expect, test } from 'vitest';
import { holes } from './holes.ts';
import { playHistories } from './run.ts';
import { startQuickService } from './start.ts';

/** A hole may hide in so many; each is found in fewer. */
const histories = 400;

describe('a hole that is put back is found:', () => {
  test.each(holes)('$name', { timeout: 1_800_000 }, async ({ name, found, statements, steps }) => {
    const { service, close } = await startQuickService(statements);
    try {
      const played = playHistories(service, { histories, seed: 1, wanted: found, steps });
      const said = await played.then(String, String);
      expect(said).toMatch(found);
      console.log(`${name}: ${/after \d+ tests/.exec(said)?.[0]}`);
    } finally {
      await close();
    }
  });
});
