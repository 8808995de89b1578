/** Counts beats, and wakes the code that waits for the next one. A beat means that something has happened. */
export interface Pulse {
  beat(): void;
  /** The number of beats so far. */
  count(): number;
  /**
   * Waits for the next beat, but not longer than the given duration. @returns false if the duration has
   * passed without a beat
   */
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
