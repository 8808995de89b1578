import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** The use of the machine by a service and its PostgreSQL until now. */
export interface Usage {
  readonly payments: number;
  readonly commits: number;
  readonly wal_bytes: number;
  /** Of the processes' CPU, in milliseconds; null where the system does not tell in /proc. */
  readonly service_ms: number | null;
  readonly postgres_ms: number | null;
}

/** The clock of `/proc`: hundredths of a second on every Linux that runs Node. */
const tick_ms = 10;

export async function readUsage(client: pg.Client, of: { pid: number; data_dir: string }): Promise<Usage> {
  // The sessions tell of their transactions once a second at most.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { rows } = await client.query<Pick<Usage, 'payments' | 'commits' | 'wal_bytes'>>(
    `select (select count(*)::int from payments where status = 'success') as payments,
      (select wal_bytes::float8 from pg_stat_wal) as wal_bytes, xact_commit::float8 as commits
    from pg_stat_database where datname = current_database()`,
  );
  const [row] = rows;
  if (!row) throw new Error('a database always has statistics');
  const [postmaster = ''] = (await readFile(join(of.data_dir, 'postgres/postmaster.pid'), 'utf8')).split(
    '\n',
  );
  const service_ms = await cpuOf(of.pid);
  return { ...row, service_ms, postgres_ms: await cpuWithChildren(Number(postmaster)) };
}

/** The use of each payment between two readings. */
export function describeUsage(from: Usage, to: Usage): string {
  const paid = Math.max(1, to.payments - from.payments);
  const a_payment = (key: 'commits' | 'wal_bytes'): number => (to[key] - from[key]) / paid;
  const cpu = (key: 'service_ms' | 'postgres_ms'): string => {
    const [before, after] = [from[key], to[key]];
    return before === null || after === null ? 'unknown' : ((after - before) / paid).toFixed(2);
  };
  return [
    `${paid} payments, each CPU ms ${cpu('service_ms')} (service) and ${cpu('postgres_ms')} (PostgreSQL)`,
    `commits ${a_payment('commits').toFixed(1)}`,
    `WAL ${(a_payment('wal_bytes') / 1024).toFixed(1)} KB`,
  ].join(', ');
}

async function cpuOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // Behind the name, which may hold anything: user and system time are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick_ms;
}

/** With what its ended children used, which the system adds to the parent. */
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
