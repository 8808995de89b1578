import { percentile } from '../percentile.ts';

/** The rate and the durations of payments in a span of time. */
export interface Figures {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly p999_ms: number;
}

/** A completed payment. */
export interface Completed {
  /** The time at which it counts: its end in a closed loop, its scheduled start in an open one. */
  readonly at_ms: number;
  readonly took_ms: number;
}

export function figuresOf(completed: readonly Completed[], span_s: number): Figures {
  const took = completed.map(({ took_ms }) => took_ms);
  return {
    per_second: took.length / span_s,
    p50_ms: percentile(took, 0.5),
    p99_ms: percentile(took, 0.99),
    p999_ms: percentile(took, 0.999),
  };
}

/** Returns the figures of each window and of all windows; payments outside them are not counted. */
export function cutWindows(
  completed: readonly Completed[],
  { from_ms, windows, window_s }: { from_ms: number; windows: number; window_s: number },
): { readonly windows: Figures[]; readonly all: Figures } {
  const within = (start_ms: number, span_s: number): readonly Completed[] =>
    completed.filter(({ at_ms }) => at_ms >= start_ms && at_ms < start_ms + span_s * 1000);
  const starts = Array.from({ length: windows }, (_, index) => from_ms + index * window_s * 1000);
  return {
    windows: starts.map((start_ms) => figuresOf(within(start_ms, window_s), window_s)),
    all: figuresOf(within(from_ms, windows * window_s), windows * window_s),
  };
}

/** Formats milliseconds, with one decimal below 10. */
const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

export const describeFigures = ({ per_second, p50_ms, p99_ms, p999_ms }: Figures): string =>
  `${per_second.toFixed(1)}/s, p50 ${ms(p50_ms)}, p99 ${ms(p99_ms)}, p99.9 ${ms(p999_ms)} ms`;
