/** Notifies waiters that something has happened. */
export interface Pulse {
  beat(): void;
  /** The number of events so far. */
  count(): number;
  /** Waits until something happens, at most for the duration. @returns whether something has happened */
  wait(duration_ms: number): Promise<boolean>;
}

export function makePulse(): Pulse {
  let beats = 0;
  let wake = (): void => {};
  return {
    count: () => beats,
    beat: () => {
      beats++;
      wake();
    },
    wait: (duration_ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), duration_ms);
        wake = () => {
          clearTimeout(timer);
          wake = () => {};
          resolve(true);
        };
      }),
  };
}
