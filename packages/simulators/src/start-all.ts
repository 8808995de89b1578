import type { Log } from '@guichet/kernel/log';
import { type AccountSettings, type SimulatorEntry, simulators } from './all.ts';
import { control_path } from './control.ts';
import { makeSendCallback } from './send-callback.ts';
import { serveSimulator } from './serve.ts';
import { makeRealTimeline } from './timeline.ts';
import { makeWorld } from './world.ts';

/** A listening simulator, with the settings of an account that uses it. */
export interface StartedSimulator {
  readonly entry: SimulatorEntry;
  readonly base_url: string;
  /** A page for people, and routes for programs below it. */
  readonly control_url: string;
  readonly account: AccountSettings;
  /** The accounts of its other contracts, by name. */
  readonly more_accounts: Readonly<Record<string, AccountSettings>>;
}

export interface StartedSimulators {
  readonly started: readonly StartedSimulator[];
  close(): Promise<void>;
}

/**
 * Starts every simulator in real time.
 *
 * @param portOf returns the port of a simulator; 0 for any free port
 * @throws Error when a port is taken; the simulators started so far are closed again
 */
export async function startAll(options: {
  readonly log: Log;
  readonly seed: number;
  portOf(entry: SimulatorEntry): number;
}): Promise<StartedSimulators> {
  const { log, seed, portOf } = options;
  const timeline = makeRealTimeline();
  const started: StartedSimulator[] = [];
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    timeline.close();
    await Promise.all(closers.map((closeOne) => closeOne()));
  };
  try {
    for (const entry of simulators) {
      const world = makeWorld({ timeline, seed, deliver: makeSendCallback({ log }) });
      const served = await serveSimulator(entry.make(world), world, portOf(entry));
      closers.push(served.close);
      const base_url = served.url;
      started.push({
        entry,
        base_url,
        control_url: `${base_url}${control_path}`,
        account: entry.account(base_url),
        more_accounts: entry.more_accounts?.(base_url) ?? {},
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { started, close };
}
