/** Milliseconds of the machine's monotonic clock, which all its processes share. */
export function steadyMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
