import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isNightly } from '../test-support/tier.ts';
import { type ProcessFigures, readProcess } from './figures.ts';
import { judge } from './judge.ts';
import { probe, type Sample, soak } from './soak.ts';

test('the soak test reports the figures of both processes while the traffic runs', async () => {
  const told: Sample[] = [];
  const { samples, faults } = await soak({
    duration_s: 2,
    every_s: 2,
    rate_per_s: 10,
    onSample: (sample) => void told.push(sample),
  });
  expect(samples).toHaveLength(1);
  expect(told).toEqual(samples);
  const [sample] = samples;
  expect(sample?.begun).toBeGreaterThan(10);
  expect(sample?.failed).toBe(0);
  for (const name of ['busy', 'idle'] as const) {
    for (const [figure, value] of Object.entries(sample?.[name] ?? {})) {
      expect.soft(value, `${name}: ${figure}`).toBeGreaterThanOrEqual(/^(jobs|dead)/.test(figure) ? 0 : 0.01);
    }
  }
  expect(faults).toEqual(['too few samples to say anything about growth: 1 of 8']);
});

test.each([
  ['without a leak shows no growth', [], []],
  ['with a leak shows growth', ['plant-leak.ts'], [expect.stringMatching(/^it: timers grew by \d{3,}/)]],
])('a process %s', async (_, planted, expected) => {
  const imports = [probe, ...planted.map((name) => join(import.meta.dirname, name))];
  const child = spawn(
    process.execPath,
    [...imports.flatMap((path) => ['--import', path]), '--eval', 'setInterval(() => undefined, 1000)'],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  try {
    const samples: ProcessFigures[] = [];
    for (let count = 0; count < 10; count++) {
      await setTimeout(100);
      samples.push(await readProcess(child));
    }
    expect(judge('it', samples)).toEqual(expected);
  } finally {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  }
});

test.runIf(isNightly)(
  'no figure of a busy or an idle service grows in half an hour',
  { timeout: 2_700_000 },
  async () => {
    const { faults } = await soak({
      duration_s: 1_800,
      every_s: 60,
      rate_per_s: 10,
      onSample: () => undefined,
    });
    expect(faults).toEqual([]);
  },
);
