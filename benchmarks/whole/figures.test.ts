import { expect, it } from 'vitest';
import { cutWindows, describeFigures, figuresOf } from './figures.ts';

const at = (at_ms: number, took_ms: number) => ({ at_ms, took_ms });

it('each payment counts in the window of its time, and in none if it is outside all windows', () => {
  const completed = [at(999, 1), at(1000, 2), at(1999, 3), at(2000, 4), at(2999, 6), at(3000, 7)];
  const { windows, all } = cutWindows(completed, { from_ms: 1000, windows: 2, window_s: 1 });
  expect(windows.map(({ per_second, p50_ms }) => [per_second, p50_ms])).toEqual([
    [2, 2],
    [2, 4],
  ]);
  expect(all).toEqual({ per_second: 2, p50_ms: 3, p99_ms: 6, p999_ms: 6 });
});

it('one slow payment in two hundred sets the p99.9 but not the p99', () => {
  const completed = Array.from({ length: 200 }, (_, index) => at(index, index === 77 ? 5000 : 20));
  expect(describeFigures(figuresOf(completed, 4))).toBe('50.0/s, p50 20, p99 20, p99.9 5000 ms');
});
