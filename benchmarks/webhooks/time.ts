/** Milliseconds of the machine's own steady clock: the same in every process of it. */
export function steadyMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
