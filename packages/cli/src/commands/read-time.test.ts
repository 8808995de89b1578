import { expect, test } from 'vitest';
import { readTime } from './read-time.ts';

const now = new Date('2026-03-01T12:00:00Z');

test.each([
  ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31T10:00:00.250+01:00', '2026-01-31T09:00:00.250Z'],
  ['2026-01-31T10:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['90s', '2026-03-01T11:58:30.000Z'],
  ['30m', '2026-03-01T11:30:00.000Z'],
  ['2h', '2026-03-01T10:00:00.000Z'],
  ['3d', '2026-02-26T12:00:00.000Z'],
  ['0s', '2026-03-01T12:00:00.000Z'],
])('the time %s is read as %s', (text, time) => {
  expect(readTime(text, now).toISOString()).toBe(time);
});

test.each([
  '',
  'yesterday',
  '2',
  '2w',
  '-2h',
  '2 h',
  '1.5h',
  '2026',
  '2026-13-01',
  '2026-01-31T25:00Z',
  '31/01/2026',
])('%j is refused as a time', (text) => {
  expect(() => readTime(text, now)).toThrow(/ISO 8601/);
});
