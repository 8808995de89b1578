import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second on every machine (`getconf CLK_TCK`). */
const ticks_a_second = 100;

/**
 * Returns the processor time of a process, in user and kernel mode; null if the system does not report it in
 * /proc.
 */
export async function processorSeconds(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The text after the name, which may contain anything: user and kernel time are the 14th and 15th fields
  // (proc(5)).
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, kernel] = [Number(fields?.[11]), Number(fields?.[12])];
  return Number.isNaN(user + kernel) ? null : (user + kernel) / ticks_a_second;
}
