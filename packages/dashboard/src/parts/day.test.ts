import { expect, test } from 'vitest';
import { endOfDay, startOfDay } from './day.ts';

test('a day lasts until the next one begins, in the reader’s time zone', () => {
  expect(startOfDay('2026-02-28')).toBe(new Date(2026, 1, 28).toISOString());
  expect(endOfDay('2026-02-28')).toBe(new Date(2026, 2, 1).toISOString());
});

test.each([undefined, '', 'yesterday', '2026-2-3', '2026-02-28T10:00'])('%j is not a day', (text) => {
  expect(startOfDay(text)).toBeUndefined();
  expect(endOfDay(text)).toBeUndefined();
});
