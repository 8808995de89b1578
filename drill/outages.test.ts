import { expect, test } from 'vitest';
import { makeOutages } from './outages.ts';

type Step = readonly [at_ms: number, what: 'begin' | 'failed' | 'succeeded'];

const cases: readonly [name: string, steps: readonly Step[], all: readonly number[], later: number][] = [
  [
    'nothing fails',
    [
      [0, 'begin'],
      [5, 'succeeded'],
    ],
    [0],
    0,
  ],
  [
    'failures until the next success',
    [
      [0, 'begin'],
      [10, 'failed'],
      [50, 'failed'],
      [90, 'succeeded'],
    ],
    [80],
    0,
  ],
  [
    'successes of a different process between failures',
    [
      [0, 'begin'],
      [10, 'failed'],
      [20, 'succeeded'],
      [900, 'failed'],
      [950, 'succeeded'],
    ],
    [940],
    0,
  ],
  [
    'no response at all for a long time',
    [
      [0, 'begin'],
      [10, 'failed'],
      [30_010, 'failed'],
      [30_020, 'succeeded'],
    ],
    [30_010],
    0,
  ],
  [
    'a failure long after recovery',
    [
      [0, 'begin'],
      [10, 'failed'],
      [20, 'succeeded'],
      [5_000, 'failed'],
      [5_010, 'succeeded'],
    ],
    [10],
    1,
  ],
  [
    'failures until the end',
    [
      [0, 'begin'],
      [10, 'failed'],
      [100, 'failed'],
    ],
    [990],
    0,
  ],
  [
    'each fault counted separately',
    [
      [0, 'begin'],
      [10, 'failed'],
      [20, 'succeeded'],
      [40, 'begin'],
      [50, 'succeeded'],
    ],
    [10, 0],
    0,
  ],
  [
    'a failure before any fault',
    [
      [0, 'failed'],
      [10, 'begin'],
      [20, 'succeeded'],
    ],
    [0],
    1,
  ],
];

test.each(cases)('outages are measured for this sequence: %s', (_, steps, all, later) => {
  let now_ms = 0;
  const outages = makeOutages(() => now_ms);
  for (const [at_ms, what] of steps) {
    now_ms = at_ms;
    if (what === 'failed') outages.failed('503');
    else outages[what]();
  }
  now_ms = Math.max(now_ms, 1_000);
  expect(outages.all()).toEqual(all);
  expect(outages.later()).toEqual(later === 0 ? {} : { 503: later });
});
