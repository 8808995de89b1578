import type { WorkerEvents } from 'graphile-worker';

/** The counter of promises that the release of graphile-worker 0.18's local queue has to wait for. */
interface Counting {
  background(promise: Promise<unknown>): void;
  backgroundCount: number;
  readonly decreaseBackgroundCount: () => void;
  readonly decreaseBackgroundCountWithError: (error: unknown) => void;
}

/**
 * Makes every local queue wait, when it is released, for the jobs that it returns. In version 0.18 it refuses to
 * wait for them (`background` throws once the queue is called released), so that each stop with jobs left looked
 * unclean, and jobs that could not be returned because the database was down ended the process.
 */
export function mendLocalQueues(events: WorkerEvents): void {
  events.on('localQueue:init', ({ localQueue }) => {
    const queue = localQueue as unknown as Counting;
    queue.background = (promise) => {
      queue.backgroundCount++;
      promise.then(queue.decreaseBackgroundCount, queue.decreaseBackgroundCountWithError);
    };
  });
}
