import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { pause, waitFor } from './wait.ts';

const never = new Promise<never>(() => undefined);

describe('a pause', () => {
  it('ends when its time is up', async () => {
    await pause(1, new AbortController().signal);
  });

  it('ends when the signal aborts', async () => {
    const controller = new AbortController();
    const paused = pause(3_600_000, controller.signal);
    controller.abort();
    await paused;
  });

  it('does not begin after the signal has aborted', async () => {
    await pause(3_600_000, AbortSignal.abort());
  });
});

describe('waiting for a promise', () => {
  it('returns its value', async () => {
    expect(await waitFor(Promise.resolve(5), new AbortController().signal)).toBe(5);
  });

  it('throws the reason of its rejection', async () => {
    const { signal } = new AbortController();
    await expect(waitFor(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  });

  it('ends when the signal aborts, and immediately if it has already aborted', async () => {
    const controller = new AbortController();
    const waited = waitFor(never, controller.signal);
    controller.abort();
    expect(await waited).toBeUndefined();
    expect(await waitFor(never, controller.signal)).toBeUndefined();
  });

  it('handles a rejection after the signal has aborted', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const controller = new AbortController();
    const waited = waitFor(promise, controller.signal);
    controller.abort();
    await waited;
    // An unhandled rejection would fail the run.
    reject(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('10,000 waits on one signal', () => {
  it('leave no listeners and no memory behind', async () => {
    const { signal } = new AbortController();
    const wait = async (): Promise<void> => {
      await Promise.all(Array.from({ length: 10_000 }, () => pause(0, signal)));
      await Promise.all(
        Array.from({ length: 10_000 }, (_, index) => waitFor(Promise.resolve(index), signal)),
      );
    };
    // The first round compiles code and makes one-time allocations, which remain.
    await wait();
    const before = heapUsed();
    await wait();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    // Listeners that are not removed would take about 600 bytes each.
    expect(heapUsed() - before).toBeLessThan(1_000_000);
  });
});

/** The bytes in use after a full collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return process.memoryUsage().heapUsed;
}
