import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { RunningService } from '../benchmarks/start-service.ts';
import { type DatabaseFigures, readDatabase } from './queries.ts';

/** Figures of a process. Sizes are megabytes (2^20 bytes). */
export interface ProcessFigures {
  /** The heap after a full garbage collection. */
  readonly heap_mb: number;
  /** The resident memory before that garbage collection. */
  readonly rss_mb: number;
  readonly timers: number;
  readonly listeners: number;
  readonly descriptors: number;
  readonly sockets: number;
}

/** A process and its database at one moment. */
export interface Figures extends ProcessFigures, DatabaseFigures {}

/** A service under observation, with its own database. */
export interface Watched {
  readonly service: RunningService;
  readonly database_url: string;
}

export async function readFigures({ service, database_url }: Watched): Promise<Figures> {
  return { ...(await readProcess(service.child)), ...(await readDatabase(database_url)) };
}

/**
 * Requests the figures of a process that has loaded the probe. @throws Error when it ends before it responds
 */
export async function readProcess(child: ChildProcess): Promise<ProcessFigures> {
  const done = new AbortController();
  const { signal } = done;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the process ended with code ${code}`);
  });
  try {
    const answered = once(child, 'message', { signal }) as Promise<[ProcessFigures]>;
    child.send('figures');
    const [figures] = await Promise.race([answered, ended]);
    return figures;
  } finally {
    done.abort();
  }
}
