/**
 * Waits that a signal cuts short. A loop waits again and again on one signal that lives as long as the process, so a
 * wait removes its listener when it ends: a reaction on a promise of that age would be kept for ever.
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
 * @returns undefined when the signal was faster; the promise is then ignored
 * @throws whatever the promise is rejected with before that
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
