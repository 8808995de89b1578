import type { Figures } from './figures.ts';

/**
 * The allowed rise of a figure from the first quarter to the end: the larger of a share of its level and a
 * fixed amount.
 */
export interface Allowance {
  readonly share: number;
  readonly least: number;
}

/**
 * The figures that must not grow. Rows and indexes as a whole grow with the payments, which are kept. The
 * traffic itself keeps up to 100 connections alive, usually about half of them. Each connection is a socket
 * with one or two timers and 13 listeners, so these figures may vary by the corresponding amounts.
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

/** The minimum number of samples; fewer are inconclusive. */
export const samples_min = 8;
const parts_max = 6;

/**
 * Returns the rise of a series after its first quarter, which is the warm-up. The rest is divided into parts.
 * The lowest value of a part is the level to which the series returns, so spikes above it do not count. The
 * slope is the lower quartile of the slopes of all pairs of parts, so neither noise nor an odd part causes a
 * rise.
 *
 * @returns the slope times the length of the examined series; negative if it falls
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

/** @returns whether a series stays at its level after its first quarter */
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
