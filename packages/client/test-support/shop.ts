import { appendFileSync, readFileSync } from 'node:fs';
import { Guichet, SyncError, type WebhookEvent } from '../src/index.ts';
import { schedule_header } from './fault-proxy.ts';

/** What befalls the shop while it handles an event. */
export type Mishap = 'killed before it is done' | 'killed after it is done' | 'throws';

/** What the test says to a shop, in its environment as JSON. */
export interface ShopOptions {
  readonly api_key: string;
  readonly base_url: string;
  /** File of lines `begun <event id>`, `done <event id>` and `cursor <event id>`: the shop's books. */
  readonly journal: string;
  /** Of the network's faults. */
  readonly seed: number;
  /** Which event of this run the mishap comes with, from 1 on; none when left out. */
  readonly mishap?: { readonly at: number; readonly kind: Mishap };
}

/**
 * A shop as a process of its own: catches up with the feed and ends. What it did with an event and how far it came is
 * one line, written in one go, as a real shop does both in one transaction of its database.
 */
async function catchUp({ api_key, base_url, journal, seed, mishap }: ShopOptions): Promise<void> {
  const guichet = new Guichet({
    apiKey: api_key,
    baseUrl: base_url,
    timeout: 2_000,
    maxRetries: 12,
    headers: { [schedule_header]: String(seed) },
  });
  let count = 0;
  const handle = ({ id }: WebhookEvent): void => {
    count += 1;
    const kind = count === mishap?.at ? mishap.kind : null;
    appendFileSync(journal, `begun ${id}\n`);
    if (kind === 'throws') throw new Error('the stock is being counted');
    if (kind === 'killed before it is done') process.kill(process.pid, 'SIGKILL');
    appendFileSync(journal, `done ${id}\n`);
    if (kind === 'killed after it is done') process.kill(process.pid, 'SIGKILL');
  };
  try {
    await guichet.events.sync(readCursor(journal), handle);
  } catch (error) {
    if (error instanceof SyncError) appendFileSync(journal, `cursor ${error.cursor ?? ''}\n`);
    throw error;
  }
}

/** Behind the last event that is done, or where the library has said to go on. */
function readCursor(journal: string): string | null {
  const lines = [...readFileSync(journal, 'utf8').matchAll(/^(?:done|cursor) (.*)$/gm)];
  return lines.at(-1)?.[1] || null;
}

await catchUp(JSON.parse(process.env.SHOP ?? ''));
