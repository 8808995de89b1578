import { expect, it } from 'vitest';
import { makeBeats } from './beats.ts';

it('waits that are due at about the same time end together', async () => {
  let now = 1_000;
  const wait = makeBeats(20, () => now);
  const first = wait(9);
  now = 1_007;
  const second = wait(0);
  const later = wait(5);
  expect(second).toBe(first);
  expect(later).not.toBe(first);
  const ended: string[] = [];
  const noted = [
    [first, 'first'],
    [later, 'later'],
    [second, 'second'],
  ].map(async ([beat, name]) => {
    await beat;
    ended.push(String(name));
  });
  await Promise.all(noted);
  expect(ended).toEqual(['first', 'second', 'later']);
});

it('a wait that begins after a beat has ended belongs to a new beat', async () => {
  const wait = makeBeats(2, () => 1_000);
  const before = wait(1);
  await before;
  expect(wait(1)).not.toBe(before);
});
