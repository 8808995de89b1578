import { residentMegabytes } from '../start-service.ts';
import type { Visit } from './visit.ts';

/** The number of rows after which memory is compared. One-time allocations have been made by then. */
const settled_rows = 200_000;
const sample_every_rows = 20_000;

/**
 * Downloads payments as CSV up to a number of rows, and samples the memory of the service during the download.
 *
 * @param rows_max the number of rows after which to stop; all rows if there are fewer
 * @returns lines to print
 */
export async function measureExport(visit: Visit, pid: number, rows_max: number): Promise<string[]> {
  const before = await residentMegabytes(pid);
  const ending = new AbortController();
  const answer = await visit.ask('/payments/export', ending.signal);
  const started_ms = performance.now();
  const memory: { rows: number; megabytes: number }[] = [];
  let rows = -1; // The heading.
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    for (const byte of part) if (byte === 0x0a) rows += 1;
    if (rows >= (memory.length + 1) * sample_every_rows) {
      memory.push({ rows, megabytes: (await residentMegabytes(pid)) ?? Number.NaN });
    }
    if (rows >= rows_max) break;
  }
  const seconds = (performance.now() - started_ms) / 1000;
  ending.abort();
  const mostOf = (some: typeof memory): string =>
    some.length === 0 ? 'unknown' : `${Math.round(Math.max(...some.map(({ megabytes }) => megabytes)))} MB`;
  const early = mostOf(memory.filter((one) => one.rows <= settled_rows));
  const late = mostOf(memory.filter((one) => one.rows > settled_rows));
  return [
    `export of ${rows} payments: ${Math.round(rows / seconds)} rows/s, ${(bytes / 2 ** 20).toFixed(0)} MB in ${seconds.toFixed(1)} s`,
    `  memory of the service: ${Math.round(before ?? Number.NaN)} MB before, at most ${early} up to ${settled_rows} rows, ` +
      `at most ${late} from there to the end (target: no growth)`,
  ];
}
