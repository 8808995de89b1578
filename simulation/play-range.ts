import type { Connected } from '@guichet/core/platform';
import type pg from 'pg';
import { corpus_folder, keepFailed } from './corpus.ts';
import { addCounts } from './coverage.ts';
import { histories_of_database, startDatabases } from './database.ts';
import { type HistoryResult, runHistory } from './history.ts';
import type { SimulatedProvider } from './simulated-provider.ts';
import { tell } from './tell.ts';

/** The added-up results of the histories of one process. */
export interface Played {
  readonly played: number;
  readonly failed: number;
  /** CPU time of the process that ran them; PostgreSQL's is not counted. */
  readonly cpu_s: number;
  readonly counts: Record<string, number>;
}

export interface Range {
  readonly providers: readonly SimulatedProvider[];
  /** The first seed; each further history has the next seed. */
  readonly first: number;
  readonly histories: number;
  /**
   * The time at which to stop (`performance.now()`); failed histories are then stored in the corpus. Null to
   * play all histories.
   */
  readonly end_ms: number | null;
  /**
   * The details to print about a single history: its changes, calls and callbacks (`lines`), or its steps
   * followed by these (`steps`); null for no details.
   */
  readonly told: 'lines' | 'steps' | null;
}

/** Plays a range of histories outside of the tests, and prints those that fail. */
export async function playRange({ providers, first, histories, end_ms, told }: Range): Promise<Played> {
  const databases = await startDatabases();
  let database: Connected | undefined;
  const counts: Record<string, number> = {};
  const started_cpu = process.cpuUsage();
  let failed = 0;
  let played = 0;
  const play = async (pool: pg.Pool, position: number): Promise<HistoryResult> => {
    const seed = first + position;
    try {
      const result = await runHistory(pool, providers, { seed, position, traced: told === 'steps' });
      if (told !== null) {
        for (const step of result.trace ?? []) console.log(step);
        for (const line of await tell(pool, result.merchant_id)) console.log(line);
      }
      return result;
    } catch (error) {
      console.error(error);
      return { seed, breaches: [`it broke off: ${error}`], counts: {}, merchant_id: '', trace: null };
    }
  };
  try {
    for (let position = 0; position < histories; position++) {
      if (end_ms !== null && performance.now() >= end_ms) break;
      if (position % histories_of_database === 0) {
        await database?.close();
        database = await databases.make();
      }
      if (!database) throw new Error('the first history has a database');
      const { seed, breaches, counts: counted } = await play(database.pool, position);
      played++;
      addCounts(counts, counted);
      if (breaches.length === 0) continue;
      failed++;
      console.log(`seed ${seed}: replay with npm run simulation -- --only ${seed}`);
      for (const breach of breaches) console.log(`  ${breach}`);
      if (end_ms === null) continue;
      const failure = { seed, providers: providers.length, breaches };
      console.log(await keepFailed(corpus_folder, String(seed), failure));
    }
  } finally {
    await database?.close();
    await databases.close();
  }
  const { user, system } = process.cpuUsage(started_cpu);
  return { played, failed, cpu_s: (user + system) / 1e6, counts };
}
