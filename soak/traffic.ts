import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Demo } from '@guichet/server/demo/prepare-demo';
import { startReceiver } from '../test-support/receiver.ts';
import { askApi, type Shop, signInAsOwner } from './shop.ts';
import { steps } from './steps.ts';

export interface Traffic {
  readonly begun: () => number;
  /** The steps that failed, and the first few reasons. */
  readonly failed: () => { readonly count: number; readonly reasons: readonly string[] };
  /** Begins no more steps until it is resumed, and returns once those in progress have ended. */
  hold(): Promise<void>;
  resume(): void;
  /** Begins no more steps, and returns once those in progress have ended. */
  finish(): Promise<void>;
}

const open_max = 50;
const reasons_max = 5;
const remembered_max = 1_000;

/** Begins purchases at a steady rate, along with everything else that a merchant does. */
export async function startTraffic(url: string, data_dir: string, rate_per_s: number): Promise<Traffic> {
  const demo: Demo = JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8'));
  const paid = new Map<string, string>();
  const receiver = await startReceiver((response, { body }, count) => {
    const { event, data } = JSON.parse(body);
    if (event === 'payment.successful') paid.set(data.metadata.order, data.id);
    forgetOldest(paid);
    // Some webhooks are refused, some aborted, and some get a late response.
    if (count % 10 === 0) response.writeHead(500).end();
    else if (count % 23 === 0) response.destroy();
    else if (count % 17 === 0) setTimeout(() => response.end(), 1_000);
    else response.end();
  });
  let visit = await signInAsOwner({ url, demo });
  const made = await visit.ask('POST', '/webhooks', { url: receiver.url });
  if (made.status !== 201) throw new Error(`the endpoint was refused: ${JSON.stringify(made.body)}`);
  const shop: Shop = {
    url,
    demo,
    ask: (method, path, body) => askApi({ url, demo }, method, path, body),
    paidAs: (order) => paid.get(order),
    takePaid: () => {
      const [entry] = paid;
      if (entry) paid.delete(entry[0]);
      return entry?.[1];
    },
    visit: () => visit,
    enter: (entered) => {
      visit = entered;
    },
  };
  const under_way = new Set<Promise<void>>();
  const reasons: string[] = [];
  let begun = 0;
  let failures = 0;
  let number = 0;
  let is_held = false;
  const begin = (): void => {
    if (is_held || under_way.size >= open_max) return;
    number++;
    for (const [every, step] of steps) {
      if (number % every !== 0) continue;
      begun++;
      const work = step(shop, number)
        .catch((error: unknown) => {
          failures++;
          if (reasons.length < reasons_max) reasons.push(String(error).slice(0, 300));
        })
        .finally(() => under_way.delete(work));
      under_way.add(work);
    }
  };
  const timer = setInterval(begin, 1000 / rate_per_s);
  return {
    begun: () => begun,
    failed: () => ({ count: failures, reasons }),
    hold: async () => {
      is_held = true;
      await Promise.all(under_way);
    },
    resume: () => {
      is_held = false;
    },
    finish: async () => {
      clearInterval(timer);
      await Promise.all(under_way);
      await receiver.close();
    },
  };
}

function forgetOldest(paid: Map<string, string>): void {
  const [oldest] = paid.keys();
  if (paid.size > remembered_max && oldest !== undefined) paid.delete(oldest);
}
