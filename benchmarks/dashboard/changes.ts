import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { processorSeconds } from '../webhooks/processor-seconds.ts';
import { readBlocks } from './samples/queries.ts';
import type { Visit } from './visit.ts';

/** PostgreSQL's processes report their reads with a delay of a second, or of up to a minute if they are idle. */
const watched_s = 20;
const open_pages = 3;

/**
 * Measures the cost of open pages subscribed to changes while nothing changes, compared with an equally long period
 * without open pages.
 *
 * @returns lines to print
 */
export async function measureChanges(visit: Visit, pid: number, client: pg.ClientBase): Promise<string[]> {
  const quiet = await watch(pid, client);
  const ending = new AbortController();
  const pages = await Promise.all(
    Array.from({ length: open_pages }, () => visit.ask('/changes', ending.signal)),
  );
  const open = await watch(pid, client);
  ending.abort();
  await Promise.allSettled(pages.map((page) => page.text()));
  return [
    `${open_pages} pages open of one merchant, nothing changes, ${watched_s} s: ` +
      `${((open.processor_s - quiet.processor_s) * 1000).toFixed(0)} ms of the service's processor a second, ` +
      `${Math.round(open.blocks - quiet.blocks)} blocks of the database a second (without pages ${Math.round(quiet.blocks)})`,
  ];
}

async function watch(pid: number, client: pg.ClientBase): Promise<{ blocks: number; processor_s: number }> {
  const before = { blocks: await readBlocks(client), processor_s: (await processorSeconds(pid)) ?? 0 };
  await setTimeout(watched_s * 1000);
  const after = { blocks: await readBlocks(client), processor_s: (await processorSeconds(pid)) ?? 0 };
  return {
    blocks: (after.blocks - before.blocks) / watched_s,
    processor_s: (after.processor_s - before.processor_s) / watched_s,
  };
}
