/** A part of the service that has to be stopped. */
export interface Stoppable {
  /** Name for the log, such as `requests`. */
  readonly name: string;
  /** Longest time, in milliseconds, that the others wait for it. */
  readonly stop_max_ms: number;
  stop(): Promise<void>;
}

/** Thrown when a part did not stop in time; its work is cut off when the process ends. */
export class StopError extends Error {
  constructor({ name, stop_max_ms }: Stoppable) {
    super(`Not stopped within ${stop_max_ms / 1000} s and cut off: ${name}.`);
    this.name = 'StopError';
  }
}

/**
 * Stops each part, the last started first. A part that hangs, or that fails (for example because the database is
 * down), does not prevent the others from stopping.
 *
 * @throws StopError, or the error of a part; if several fail, the first one
 */
export async function stopInOrder(started: readonly Stoppable[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of started.toReversed()) {
    await inTime(part).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function inTime(part: Stoppable): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StopError(part)), part.stop_max_ms);
  });
  try {
    await Promise.race([part.stop(), late]);
  } finally {
    clearTimeout(timer);
  }
}
