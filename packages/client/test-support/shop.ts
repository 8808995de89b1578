import { appendFileSync, readFileSync } from 'node:fs';
import { Guichet, SyncError, type WebhookEvent } from '../src/index.ts';
import { schedule_header } from './fault-proxy.ts';

/** A mishap of the shop while it handles an event. */
export type Mishap = 'killed before it is done' | 'killed after it is done' | 'throws';

/** The test's instructions to a shop, as JSON in its environment. */
export interface ShopOptions {
  readonly api_key: string;
  readonly base_url: string;
  /**
   * The path of the shop's books: a file of lines `begun <event id>`, `done <event id>` and `cursor <event id>`.
   */
  readonly journal: string;
  /** Seed of the network's faults. */
  readonly seed: number;
  /**
   * The mishap, and the event at which it happens, counted from 1 within this run. By default, there is no mishap.
   */
  readonly mishap?: { readonly at: number; readonly kind: Mishap };
}

/**
 * Runs a shop as its own process that catches up with the feed and exits. A single write of one line records both
 * the work on an event and the cursor, because a real shop would record both in one database transaction.
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

/** Reads the cursor: the last finished event, or the one that the library reported. */
function readCursor(journal: string): string | null {
  const lines = [...readFileSync(journal, 'utf8').matchAll(/^(?:done|cursor) (.*)$/gm)];
  return lines.at(-1)?.[1] || null;
}

await catchUp(JSON.parse(process.env.SHOP ?? ''));
