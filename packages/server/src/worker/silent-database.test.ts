import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startBehindGate } from './testing/start-behind-gate.ts';

it('continues when the database has vanished without a word, and is back', async () => {
  // The queue's library prints a stack trace of the faults that this test causes.
  vi.spyOn(console, 'trace').mockReturnValue();
  const { gate, greeted, add } = await startBehindGate({ statement_max_ms: 5_000 });
  await add('greet', 'first');
  await expect.poll(() => greeted).toEqual(['first']);
  gate.lose('everything');
  // Until every connection of the queue has lost something.
  await setTimeout(2_000);
  gate.pass();
  await add('greet', 'second');
  await expect.poll(() => greeted, { timeout: 120_000 }).toEqual(['first', 'second']);
});
