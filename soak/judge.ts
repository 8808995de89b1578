import type { Figures } from './figures.ts';

/** The rise of a figure that is allowed from the first quarter to the end: a share of its level, and at least so much. */
export interface Allowance {
  readonly share: number;
  readonly least: number;
}

/**
 * The figures that have to be flat. Rows and indexes as a whole grow with the payments, which are kept. The traffic
 * itself keeps up to 100 connections alive, about half of them at a usual moment: each is a socket with a timer or two and
 * 13 listeners, so these may differ by so many.
 */
const allowances: Partial<Readonly<Record<keyof Figures, Allowance>>> = {
  heap_mb: { share: 0.02, least: 1 },
  rss_mb: { share: 0.1, least: 10 },
  timers: { share: 0.1, least: 100 },
  listeners: { share: 0.1, least: 900 },
  descriptors: { share: 0.1, least: 70 },
  sockets: { share: 0.1, least: 70 },
  connections: { share: 0.1, least: 5 },
  jobs: { share: 0.1, least: 50 },
  dead_percent: { share: 0.2, least: 60 },
  job_indexes_mb: { share: 0.2, least: 1 },
  index_bytes_a_row: { share: 0.05, least: 20 },
};

/** Fewer samples say nothing. */
export const samples_min = 8;
const parts_max = 6;

/**
 * Says by how much a series rises after its first quarter, which is the warm-up. The rest is cut into parts; a part's
 * lowest value is what it returns to, so teeth above it do not count. Three quarters of all pairs of parts rise at least as
 * steeply as the slope, so neither noise nor an odd part makes one.
 *
 * @returns the slope times the length of what was looked at; negative when the series falls
 */
function riseOf(series: readonly number[]): number {
  const rest = series.slice(Math.ceil(series.length / 4));
  const parts = Math.min(parts_max, rest.length);
  const floors = Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * rest.length) / parts);
    return Math.min(...rest.slice(from, Math.floor(((part + 1) * rest.length) / parts)));
  });
  const slopes = floors
    .flatMap((one, index) => floors.slice(index + 1).map((other, distance) => (other - one) / (distance + 1)))
    .sort((one, other) => one - other);
  return (slopes[Math.floor(slopes.length / 4)] ?? 0) * (parts - 1);
}

/** @returns whether a series stays where it is after its first quarter */
export function isFlat(series: readonly number[], { share, least }: Allowance): boolean {
  const level = series[Math.ceil(series.length / 4)] ?? 0;
  return riseOf(series) <= Math.max(share * level, least);
}

/** @returns a sentence for each figure of a process that grew */
export function judge(name: string, samples: readonly Partial<Figures>[]): string[] {
  return (Object.entries(allowances) as [keyof Figures, Allowance][]).flatMap(([figure, allowance]) => {
    const series = samples.flatMap((sample) => sample[figure] ?? []);
    if (isFlat(series, allowance)) return [];
    const from = series[Math.ceil(series.length / 4)] ?? 0;
    return [`${name}: ${figure} grew by ${riseOf(series).toFixed(1)} from ${from.toFixed(1)}`];
  });
}
