import { expect, it } from 'vitest';
import { makeBeats } from './beats.ts';

it('lets those whose waits end about the same time go on together', async () => {
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

it('begins each beat anew', async () => {
  const wait = makeBeats(2, () => 1_000);
  const before = wait(1);
  await before;
  expect(wait(1)).not.toBe(before);
});
