/**
 * Waits that a signal can cut short. A loop waits repeatedly on one signal that lives as long as the process, so
 * each wait removes its listener when it ends: a reaction to a promise that lives that long would never be freed.
 */

/** Waits until the time is up or the signal aborts. */
export function pause(duration_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, duration_ms);
    signal.addEventListener('abort', end);
  });
}

/**
 * Waits for a promise until the signal aborts.
 *
 * @returns undefined when the signal aborts first; the promise is then ignored
 * @throws the reason if the promise is rejected before that
 */
export async function waitFor<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  let end = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Limits the time for a promise. @throws Error when it takes longer; a later result is dropped */
export async function within<Value>(duration_ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${duration_ms} ms`)), duration_ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
