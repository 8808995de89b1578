import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '@guichet/kernel/log';
import { pause } from '@guichet/kernel/wait';
import { describe, expect, it } from 'vitest';
import { type Left, rounds } from '../../../../../test-support/turn-rounds.ts';
import { repeat } from './repeat.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../../../../../test-support/turn-rounds.ts');

/** A promise and the function that resolves it. */
function makeGate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a repeated round', () => {
  it('runs immediately, and then again and again', async () => {
    const third = makeGate();
    let rounds = 0;
    const repeated = repeat(silentLog, 'count', 1, async () => {
      rounds++;
      if (rounds === 3) third.open();
    });
    expect(rounds).toBe(1);
    await third.opened;
    await repeated.stop();
  });

  it('that fails is logged, and the next one runs', async () => {
    const errors: { fields: object; message: string }[] = [];
    const log = {
      ...silentLog,
      error: (fields: object, message: string) => errors.push({ fields, message }),
    };
    const third = makeGate();
    const error = new Error('no database');
    let rounds = 0;
    const repeated = repeat(log, 'sweep', 1, async () => {
      rounds++;
      if (rounds === 3) return third.open();
      throw error;
    });
    await third.opened;
    await repeated.stop();
    const message = 'sweep: this round failed, the next one will try again';
    expect(errors).toEqual([
      { fields: { err: error }, message },
      { fields: { err: error }, message },
    ]);
  });

  it('never overlaps with itself', async () => {
    const done = makeGate();
    let now = 0;
    let rounds = 0;
    const seen: number[] = [];
    const repeated = repeat(silentLog, 'count', 0, async () => {
      seen.push(++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      if (++rounds === 5) done.open();
    });
    await done.opened;
    await repeated.stop();
    expect(new Set(seen)).toEqual(new Set([1]));
  });
});

describe('10,000 rounds in simulated time', () => {
  it.each(Object.keys(rounds))('that %s leave no listener and nothing in memory', async (name) => {
    const { stdout } = await run(process.execPath, [script, name]);
    const { heap_bytes, listeners } = JSON.parse(stdout) as Left;
    expect(listeners).toBe(0);
    // Rounds left in memory would take about 300 bytes each.
    expect(heap_bytes).toBeLessThan(1_000_000);
  });
});

describe('stopping a repeated round', () => {
  it('does not wait for the pause', async () => {
    let rounds = 0;
    const repeated = repeat(silentLog, 'count', 3_600_000, async () => {
      rounds++;
    });
    await repeated.stop();
    expect(rounds).toBe(1);
  });

  it('aborts the signal of the running round, and waits until the round ends', async () => {
    const steps: string[] = [];
    const repeated = repeat(silentLog, 'count', 1, async (signal) => {
      await pause(3_600_000, signal);
      steps.push('told');
      await new Promise((resolve) => setImmediate(resolve));
      steps.push('ended');
    });
    await repeated.stop();
    expect(steps).toEqual(['told', 'ended']);
  });

  it('twice is harmless', async () => {
    const repeated = repeat(silentLog, 'count', 1, async () => undefined);
    await Promise.all([repeated.stop(), repeated.stop()]);
    await repeated.stop();
  });
});
