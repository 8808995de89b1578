import type { Timeline } from './world.ts';

/** Makes a timeline that follows the machine's clock. */
export function makeRealTimeline(): Timeline & { close(): void } {
  const timers = new Set<NodeJS.Timeout>();
  return {
    now: () => new Date(),
    after: (delay_ms, run) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, delay_ms);
      timers.add(timer);
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** Makes a timeline whose time moves only when it is advanced; due actions run in order, each at its time. */
export function makeMovedTimeline(start: Date): Timeline & {
  advance(duration_ms: number): void;
  /** The time at which the next action is due; null when there is none. */
  nextAt(): Date | null;
} {
  let now_ms = start.getTime();
  let due: { at_ms: number; run: () => void }[] = [];
  const takeFirst = (until_ms: number): (() => void) | undefined => {
    const [first] = due;
    if (!first || first.at_ms > until_ms) return undefined;
    due = due.slice(1);
    now_ms = Math.max(now_ms, first.at_ms);
    return first.run;
  };
  return {
    now: () => new Date(now_ms),
    nextAt: () => (due[0] ? new Date(due[0].at_ms) : null),
    after: (delay_ms, run) => {
      due.push({ at_ms: now_ms + delay_ms, run });
      // Sorting keeps actions due at the same time in the order in which they were scheduled.
      due.sort((left, right) => left.at_ms - right.at_ms);
    },
    advance: (duration_ms) => {
      const until_ms = now_ms + duration_ms;
      for (let run = takeFirst(until_ms); run; run = takeFirst(until_ms)) run();
      now_ms = until_ms;
    },
  };
}
