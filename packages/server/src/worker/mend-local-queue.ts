import type { WorkerEvents } from 'graphile-worker';

/**
 * The part of a local queue of graphile-worker 0.18 that counts the promises for which the queue's release has to
 * wait.
 */
interface Counting {
  background(promise: Promise<unknown>): void;
  backgroundCount: number;
  readonly decreaseBackgroundCount: () => void;
  readonly decreaseBackgroundCountWithError: (error: unknown) => void;
}

/**
 * Makes every local queue wait, when it is released, until the jobs that it holds are returned. Version 0.18
 * refuses to wait for this (`background` throws once the queue is marked as released): every stop with jobs left
 * would look unclean, and the process would end if jobs could not be returned because the database is down.
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
