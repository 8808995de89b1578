import { expect, it } from 'vitest';
import { describeSlowest } from './grown.ts';

const windows = (...rates: readonly number[]) =>
  rates.map((per_second) => ({ per_second, p50_ms: 1, p99_ms: 1, p999_ms: 1 }));

it('each window is compared with the same window on analysed tables, and the slowest is reported', () => {
  const told = describeSlowest(windows(50, 80, 100), windows(60, 160, 110));
  expect(told).toBe('analysed is at most 2.00 times as fast, in window 2 (target: 1.3)');
});
