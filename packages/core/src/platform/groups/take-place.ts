/** Work that takes longer than this no longer keeps other work from starting: its connection may be dead. */
const slow_ms = 5_000;

/**
 * Takes one of the places of a line, until the work ends or turns out to be slow.
 *
 * @param onFree called when the place is free again
 * @returns a function to call when the work ends
 */
export function takePlace(line: { inFlight: number }, onFree: () => void): () => void {
  line.inFlight++;
  let isTaken = true;
  const free = (): void => {
    clearTimeout(slow);
    if (!isTaken) return;
    isTaken = false;
    line.inFlight--;
    onFree();
  };
  const slow = setTimeout(free, slow_ms).unref();
  return free;
}
