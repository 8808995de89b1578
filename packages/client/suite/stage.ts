import type { Tester } from './check.ts';
import type { Received, Reply } from './replies.ts';
import { Guichet, type GuichetOptions } from './subject.ts';

/** A private part of the behavior server, which sends the given replies in order and repeats the last one. */
export interface Stage {
  readonly base_url: string;
  client(options?: Partial<GuichetOptions>): Guichet;
  /** Returns the requests received so far. */
  received(): Promise<readonly Received[]>;
}

/** Sets the replies of a new stage of the behavior server. */
export async function play({ origin }: Tester, ...replies: readonly [Reply, ...Reply[]]): Promise<Stage> {
  const answer = await fetch(`${origin}/stages`, { method: 'POST', body: JSON.stringify(replies) });
  const { id } = (await answer.json()) as { id: string };
  const base_url = `${origin}/stages/${id}/play/v1`;
  return {
    base_url,
    client: (options) => new Guichet({ apiKey: 'svc_test_key', baseUrl: base_url, ...options }),
    received: async () => (await fetch(`${origin}/stages/${id}`)).json() as Promise<readonly Received[]>,
  };
}

/** Returns an address where nothing listens. */
export async function absentAddress({ origin }: Tester): Promise<string> {
  const answer = await fetch(`${origin}/absent`, { method: 'POST' });
  const absent = (await answer.json()) as { origin: string };
  return `${absent.origin}/api/v1`;
}

/** Makes a client with the given fetch, for calls that must be refused before any request. */
export function clientOf(fetch: GuichetOptions['fetch'], options: Partial<GuichetOptions> = {}): Guichet {
  return new Guichet({ apiKey: 'svc_test_key', fetch, ...options });
}

/** A fetch that fails the check when it is called. */
export function noFetch(): Promise<Response> {
  throw new Error('no request may be made');
}

export const order = { amount: 25_000, currency: 'XOF', return_url: 'https://shop.example/back' };

export const session = {
  checkout_url: 'http://localhost:3000/pay/tok_1',
  session_token: 'tok_1',
  expires_at: '2026-11-21T08:30:00+00:00',
};

/** Runs with these variables as the whole environment, even on runtimes without one. */
export function withEnvironment<Result>(env: Readonly<Record<string, string>>, run: () => Result): Result {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'process');
  Object.defineProperty(globalThis, 'process', { value: { env }, configurable: true });
  try {
    return run();
  } finally {
    if (before) Object.defineProperty(globalThis, 'process', before);
    else Reflect.deleteProperty(globalThis, 'process');
  }
}
