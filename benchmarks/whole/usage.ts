import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Paid } from './crowd.ts';
import { readWritten, type Written } from './queries.ts';

/** The resources that a service, its PostgreSQL and an operator's simulator have used until now. */
export interface Usage extends Written {
  /** CPU time of each process, in milliseconds; null where the system does not report it in /proc. */
  readonly service_ms: number | null;
  readonly postgres_ms: number | null;
  readonly simulator_ms: number | null;
}

/** The clock of `/proc`: hundredths of a second on every Linux that runs Node. */
const tick_ms = 10;

/** @param of.pid the service's process */
export async function readUsage(
  client: pg.Client,
  of: { readonly pid: number; readonly simulator_pid: number; readonly data_dir: string },
): Promise<Usage> {
  // PostgreSQL sessions report their transactions at most once a second.
  await setTimeout(1_100);
  const [postmaster = ''] = (await readFile(join(of.data_dir, 'postgres/postmaster.pid'), 'utf8')).split(
    '\n',
  );
  return {
    ...(await readWritten(client)),
    service_ms: await cpuOf(of.pid),
    postgres_ms: await cpuWithChildren(Number(postmaster)),
    simulator_ms: await cpuOf(of.simulator_pid),
  };
}

/** Describes the resources used per payment between two readings. */
export function describeUsage(from: Usage, to: Usage, { payments, cpu_ms }: Paid): string {
  const each = (used: number): number => used / Math.max(1, payments);
  const written = (key: keyof Written): number => each(to[key] - from[key]);
  const cpu = (key: 'service_ms' | 'postgres_ms' | 'simulator_ms'): string => {
    const [before, after] = [from[key], to[key]];
    return before === null || after === null ? 'unknown' : each(after - before).toFixed(2);
  };
  return [
    `each of ${payments}: CPU ms ${cpu('service_ms')} service, ${cpu('postgres_ms')} PostgreSQL, ` +
      `${each(cpu_ms).toFixed(2)} customers` +
      (cpu('simulator_ms') === '0.00' ? '' : `, ${cpu('simulator_ms')} simulator`),
    `commits ${written('commits').toFixed(1)}`,
    `WAL ${(written('wal_bytes') / 1024).toFixed(1)} KB (${written('wal_pages').toFixed(2)} whole pages)`,
    `disk ${(written('disk_bytes') / 1024).toFixed(1)} KB`,
  ].join('; ');
}

/**
 * Returns the user and system time of a process in milliseconds; null where the system does not report it in /proc.
 */
export async function cpuOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // After the name, which may contain anything, user and system time are the 12th and 13th fields.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick_ms;
}

/** Returns the CPU time of a process and its children; the system adds the time of ended children to the parent. */
async function cpuWithChildren(pid: number): Promise<number | null> {
  const pids = await readdir('/proc').catch(() => []);
  let sum_ms: number | null = null;
  for (const name of pids.filter((one) => /^\d+$/.test(one))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null);
    if (stat === null) continue;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const own = Number(fields[11]) + Number(fields[12]);
    if (Number(name) === pid)
      sum_ms = (sum_ms ?? 0) + (own + Number(fields[13]) + Number(fields[14])) * tick_ms;
    else if (Number(fields[1]) === pid) sum_ms = (sum_ms ?? 0) + own * tick_ms;
  }
  return sum_ms;
}
