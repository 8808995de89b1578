import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../percentile.ts';
import { describeFigures, type Figures } from '../whole/figures.ts';
import { analyzeAll } from '../whole/queries.ts';
import { type Stage, setStage } from '../whole/stage.ts';
import { cpuOf } from '../whole/usage.ts';
import { by_api } from '../whole/ways.ts';
import type { PeerFigures, PeerLoad } from './customers.ts';
import { startKillBill } from './kill-bill.ts';
import { startMedusa } from './medusa.ts';
import { NotHadError, type Peer, type Place } from './peer.ts';
import { createDatabase } from './queries.ts';

const run = promisify(execFile);
const customers = 16;
const window_s = 10;
const warm_s = 3;
const turns = 2;

const starters: Readonly<Record<string, (place: Place) => Promise<Peer>>> = {
  'Kill Bill': startKillBill,
  Medusa: startMedusa,
};

/**
 * Compares whole payments by API with payments in other products, which do less: no page, no webhook, no recheck.
 * All run on one PostgreSQL in alternation, each after a warm-up. A peer that cannot be installed is skipped with a
 * message. Downloads are kept in the system's folder for temporary files.
 *
 * @returns lines to print
 */
export async function* measurePeers(project_folder: string): AsyncGenerator<string> {
  const folder = join(tmpdir(), 'guichet-bench-peers');
  await mkdir(folder, { recursive: true });
  const stage = await setStage(project_folder);
  try {
    yield `whole payments compared with peers, closed loop, ${customers} customers, ${turns} turns of ${window_s} s each, one PostgreSQL`;
    for (const [name, start] of Object.entries(starters)) yield* measureBeside(stage, name, start, folder);
  } finally {
    await stage.close();
  }
}

/** Runs and measures one peer at a time, so that an idle one takes no resources from the others. */
async function* measureBeside(
  stage: Stage,
  name: string,
  start: (place: Place) => Promise<Peer>,
  folder: string,
): AsyncGenerator<string> {
  const database = `peer_${name.toLowerCase().replace(' ', '_')}`;
  await createDatabase(stage.client, database);
  const database_url = new URL(stage.database_url);
  database_url.pathname = `/${database}`;
  let peer: Peer;
  try {
    peer = await start({ folder, database_url: database_url.href });
  } catch (error) {
    if (!(error instanceof NotHadError)) throw error;
    yield `  ${name}: skipped, because ${error.message}`;
    return;
  }
  try {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < turns; turn++) {
      const { paid, used } = await stage.pay(by_api, { customers }, { warm_s, windows: 1, window_s });
      yield `  ours: ${describeFigures(paid.all)}; ${used}`;
      ours.push(paid.all.per_second);
      await analyzeAll(stage.client);
      const { figures, cpu } = await payAt(peer);
      yield `  ${peer.title}: ${describeFigures(figures)}; CPU ms a payment ${cpu}, without PostgreSQL’s`;
      theirs.push(figures.per_second);
    }
    yield `    ratio to ${name}: ${(median(ours) / median(theirs)).toFixed(1)}`;
  } finally {
    await peer.stop();
  }
}

async function payAt(peer: Peer): Promise<{ figures: Figures; cpu: string }> {
  const { url, paths, headers, body } = peer;
  const load: PeerLoad = { url, paths, headers, body, customers, warm_s: peer.warm_s, window_s };
  const script = join(import.meta.dirname, 'customers.ts');
  const before_ms = await cpuOf(peer.pid);
  const { stdout } = await run(process.execPath, [script, JSON.stringify(load)]);
  const after_ms = await cpuOf(peer.pid);
  const figures = JSON.parse(stdout) as PeerFigures;
  const cpu =
    before_ms === null || after_ms === null
      ? 'unknown'
      : ((after_ms - before_ms) / figures.payments).toFixed(1);
  return { figures, cpu };
}
