import type { CallbackCall, Simulator } from '@guichet/simulators/contract';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import { type ControlledWorld, makeWorld } from '@guichet/simulators/world';
import type { Connector, RawCallback } from '../contract.ts';
import { makeHttp } from '../http/make-http.ts';
import type { Provider } from '../provider.ts';

/** An account's connector, which calls its provider's simulator over real HTTP, with the test's clock. */
export interface StartedProvider<Simulated extends Simulator> {
  readonly connector: Connector;
  readonly simulator: Simulated;
  /** Controls the faults and the behavior of payers. */
  readonly world: ControlledWorld;
  readonly timeline: ReturnType<typeof makeMovedTimeline>;
  readonly url: string;
  /** Callbacks that the provider has sent, oldest first. */
  readonly delivered: readonly RawCallback[];
  close(): Promise<void>;
}

const start = new Date('2026-03-01T10:00:00Z');
const seed = 1;

/** Starts a simulator, and opens an account with it. */
export async function startProvider<Simulated extends Simulator>(setting: {
  readonly provider: Provider;
  makeSimulator(world: ControlledWorld): Simulated;
  config(base_url: string): Readonly<Record<string, unknown>>;
}): Promise<StartedProvider<Simulated>> {
  const { provider } = setting;
  const timeline = makeMovedTimeline(start);
  const delivered: RawCallback[] = [];
  const world = makeWorld({ timeline, seed, deliver: (call) => delivered.push(rawOf(call)) });
  const callback_url = `https://pay.example.com/callbacks/${provider.id}/cac_1`;
  world.dashboard.callback_url = callback_url;
  const simulator = setting.makeSimulator(world);
  const served = await serveSimulator(simulator, world);
  const client = makeHttp();
  const deps = { clock: timeline, http: client.http, callback_url };
  return {
    connector: provider.open(setting.config(served.url), deps),
    simulator,
    world,
    timeline,
    url: served.url,
    delivered,
    close: async () => {
      await client.close();
      await served.close();
    },
  };
}

function rawOf({ method, url, headers, body }: CallbackCall): RawCallback {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const reference = /^[0-9a-f-]{36}$/i.test(last) ? last : null;
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body,
    request: { method, url, reference },
  };
}
