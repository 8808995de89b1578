import { describe, expect, test } from 'vitest';
import type { Figures } from './figures.ts';
import { isFlat, judge } from './judge.ts';

const allowance = { share: 0.02, least: 1 };
const minutes = Array.from({ length: 30 }, (_, minute) => minute);
/** Noise between 0 and 1, the same in every run. */
const noiseAt = (minute: number): number => Math.abs(Math.sin(minute * 12.9898) * 43758.5453) % 1;

describe('a series without growth', () => {
  test.each<[string, (minute: number) => number]>([
    ['that never changes', () => 48],
    ['that is only noise', (minute) => 48 + noiseAt(minute) * 3],
    ['with a step during the warm-up', (minute) => (minute < 6 ? 40 : 48)],
    ['that rises to a level during the warm-up', (minute) => 48 - 8 * Math.exp(-minute / 2)],
    ['of spikes that return to the same floor', (minute) => 48 + (minute % 4) * 2],
    ['that ends within a spike', (minute) => 48 + (minute % 5) * 2],
    ['with one outlier', (minute) => (minute === 20 ? 90 : 48)],
    ['that falls', (minute) => 60 - minute / 3],
  ])('no growth is found in a series %s', (_, valueAt) => {
    expect(isFlat(minutes.map(valueAt), allowance)).toBe(true);
  });
});

describe('a series with growth', () => {
  test.each<[string, (minute: number) => number]>([
    ['slowly, by 90 KB a minute, as if 2.4 timers a second were kept', (minute) => 48 + minute * 0.09],
    ['slowly, with noise', (minute) => 48 + minute * 0.12 + noiseAt(minute)],
    ['in spikes, each with a higher floor', (minute) => 48 + (minute % 4) * 2 + Math.floor(minute / 4) * 0.5],
    ['from zero', (minute) => minute],
    ['faster and faster', (minute) => 48 + (minute / 10) ** 2],
  ])('growth is found in a series that grows %s', (_, valueAt) => {
    expect(isFlat(minutes.map(valueAt), allowance)).toBe(false);
  });
});

test('a verdict reports the process, the figure that grew, and the value that it grew from', () => {
  const still: Figures = {
    heap_mb: 48,
    rss_mb: 150,
    timers: 30,
    listeners: 400,
    descriptors: 40,
    sockets: 20,
    connections: 12,
    jobs: 3,
    dead_rows: 100,
    dead_percent: 5,
    indexes_mb: 10,
    job_indexes_mb: 0.2,
    index_bytes_a_row: 300,
  };
  const samples = minutes.map((minute) => ({
    ...still,
    timers: 30 + minute * 144,
    dead_rows: 100 + minute * 90,
    indexes_mb: 10 + minute,
  }));
  expect(judge('idle', samples)).toEqual(['idle: timers grew by 2520.0 from 1182.0']);
  expect(judge('idle', samples.slice(0, 1))).toEqual([]);
});
