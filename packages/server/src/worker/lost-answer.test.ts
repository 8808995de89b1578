import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startBehindGate } from './testing/start-behind-gate.ts';

it('runs a job that it has taken without learning of it, while others still run', async () => {
  // The queue's library prints a stack trace of the faults that this test causes.
  vi.spyOn(console, 'trace').mockReturnValue();
  const { gate, greeted, add, isTaken, release } = await startBehindGate();
  await add('greet', 'first');
  await expect.poll(() => greeted).toEqual(['first']);
  await add('hold', 'second');
  await expect.poll(() => isTaken('hold')).toBe(true);

  // Not the answer of an earlier fetch, which would end the queue before it takes the job.
  gate.lose('answers', 'third');
  await add('greet', 'third');
  await expect.poll(() => isTaken('greet')).toBe(true);
  await gate.close();
  gate.pass();
  await gate.open();

  await add('greet', 'fourth');
  await expect.poll(() => greeted).toEqual(['first', 'fourth']);
  release();
  await expect.poll(() => greeted).toEqual(['first', 'fourth', 'held', 'third']);
  // The job that was running is not run again.
  await setTimeout(1_000);
  expect(greeted).toHaveLength(4);
});
