import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startBehindGate } from './testing/start-behind-gate.ts';

it('asks for jobs all the time while the database is starting', async () => {
  // The queue's library prints a stack trace of the faults that this test causes.
  vi.spyOn(console, 'trace').mockReturnValue();
  const { gate, greeted, errors, add } = await startBehindGate();
  await add('greet', 'first');
  await expect.poll(() => greeted).toEqual(['first']);
  gate.refuse();
  await setTimeout(8_000);
  // A fetch that was in flight at that moment has ended the queue, which then starts again every second.
  const tries = errors.filter((line) => /^Error occurred fetching jobs|^job queue/.test(line));
  expect(tries.length).toBeGreaterThan(4);
  gate.pass();
  await add('greet', 'second');
  await expect.poll(() => greeted, { timeout: 5_000 }).toEqual(['first', 'second']);
});
