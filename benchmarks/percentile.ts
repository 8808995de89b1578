/** The value below which `share` (0 to 1) of the samples lie; nearest rank. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The median of several runs, which is unaffected by one disturbed run. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}
