import { Agent, request } from 'undici';
import { type Completed, cutWindows, type Figures } from '../whole/figures.ts';
import type { Peer } from './peer.ts';

/** Customers in a closed loop, who each send the same request repeatedly. */
export interface PeerLoad extends Pick<Peer, 'url' | 'paths' | 'headers' | 'body'> {
  readonly customers: number;
  readonly warm_s: number;
  readonly window_s: number;
}

/** Figures of the measured window, and the number of all payments, including those of the warm-up. */
export interface PeerFigures extends Figures {
  readonly payments: number;
}

/**
 * Runs a load in its own process. Takes a `PeerLoad` as JSON and prints `PeerFigures` as one JSON line; exits with
 * an error at the first refusal.
 */
const load = JSON.parse(process.argv[2] ?? '') as PeerLoad;
const agent = new Agent({ connections: null });
const completed: Completed[] = [];
const from_ms = performance.now() + load.warm_s * 1000;
const end_ms = from_ms + load.window_s * 1000;

const payOn = async (customer: number): Promise<void> => {
  const spread = Math.min(load.customers, load.paths.length);
  const own = load.paths.filter((_, index) => index % spread === customer % spread);
  for (let number = 0; performance.now() < end_ms; number++) {
    const began_ms = performance.now();
    const answer = await request(`${load.url}${own[number % own.length]}`, {
      method: 'POST',
      dispatcher: agent,
      headers: { ...load.headers, 'content-type': 'application/json' },
      body: JSON.stringify(load.body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`the peer responded with ${answer.statusCode}: ${text}`);
    completed.push({ at_ms: performance.now(), took_ms: performance.now() - began_ms });
  }
};
await Promise.all(Array.from({ length: load.customers }, (_, customer) => payOn(customer)));
const { all } = cutWindows(completed, { from_ms, windows: 1, window_s: load.window_s });
const figures: PeerFigures = { ...all, payments: completed.length };
console.log(JSON.stringify(figures));
await agent.close();
