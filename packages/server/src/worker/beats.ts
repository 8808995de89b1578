import { setTimeout } from 'node:timers/promises';

/**
 * Makes a function that waits until the beat nearest to the end of the requested delay. All waits for the same beat
 * share one timer and end together.
 *
 * @param now_ms a monotonic clock
 */
export function makeBeats(
  beat_ms: number,
  now_ms = () => performance.now(),
): (wait_ms: number) => Promise<void> {
  const beats = new Map<number, Promise<void>>();
  const begin = async (nth: number, wait_ms: number): Promise<void> => {
    await setTimeout(wait_ms);
    beats.delete(nth);
  };
  return (wait_ms) => {
    const now = now_ms();
    const nth = Math.round((now + wait_ms) / beat_ms);
    const beat = beats.get(nth) ?? begin(nth, nth * beat_ms - now);
    beats.set(nth, beat);
    return beat;
  };
}
