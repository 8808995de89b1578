import type { WorkerEvents } from 'graphile-worker';

/** The counter of promises that the release of graphile-worker 0.18's local queue has to wait for. */
interface Counting {
  background(promise: Promise<unknown>): void;
  backgroundCount: number;
  readonly decreaseBackgroundCount: () => void;
  readonly decreaseBackgroundCountWithError: (error: unknown) => void;
}

/**
 * Makes every local queue wait, when it is released, for the jobs that it returns. Version 0.18 refuses to wait
 * for them (`background` throws once the queue is marked as released): every stop with jobs left would look
 * unclean, and jobs that cannot be returned because the database is down would end the process.
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
