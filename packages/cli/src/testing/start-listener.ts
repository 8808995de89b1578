import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { run } from '../run.ts';
import { makeShell } from './make-shell.ts';

export interface Line {
  readonly type: string;
  readonly id?: string;
  readonly object_id?: string;
  readonly [field: string]: unknown;
}

export interface Listener {
  /** The listener's output so far. */
  lines(): readonly Line[];
  text(): string;
  /** Resolves when the listener has connected the given number of times. */
  connected(times?: number): Promise<void>;
  /** Resolves with the lines about the given number of events. */
  events(count: number): Promise<readonly Line[]>;
  /** Stops the listener as Ctrl-C does. */
  interrupt(): Promise<{ code: number | null; duration_ms: number }>;
}

export interface ListenerOptions {
  readonly args?: readonly string[];
  readonly key?: string;
  readonly base_url?: string;
  readonly json?: boolean;
}

/** Runs `guichet listen` until the test ends, with only the address of the service as a setting. */
export function startListener(
  service: Pick<TestService, 'url' | 'demo'>,
  forward_to: string,
  options: ListenerOptions = {},
): Listener {
  const { args = [], key = service.demo.test_key, base_url = service.url, json = true } = options;
  const shell = makeShell({ env: { GUICHET_API_KEY: key } });
  const where = ['--forward-to', forward_to, '--base-url', base_url];
  let isOver = false;
  const over = run(['listen', ...where, ...(json ? ['--json'] : []), ...args], shell).then(() => {
    isOver = true;
  });
  const interrupt = async () => {
    const began_ms = performance.now();
    shell.send('SIGINT');
    await over;
    return { code: Number(shell.exitCode ?? 0), duration_ms: performance.now() - began_ms };
  };
  onTestFinished(async () => void (await interrupt()));
  const text = (): string => shell.printed.stdout;
  const lines = (): readonly Line[] =>
    text()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const ofType = (type: string) => lines().filter((line) => line.type === type);
  // Has no timeout: the test's limit applies, and the listener ends with the test.
  const until = async (type: string, count: number): Promise<void> => {
    while (ofType(type).length < count) {
      if (isOver) throw new Error(`listen has ended: ${text()}${shell.printed.stderr}`);
      await setTimeout(20);
    }
  };
  return {
    lines,
    text,
    connected: (times = 1) => until('connected', times),
    events: async (count) => {
      await until('event', count);
      return ofType('event');
    },
    interrupt,
  };
}
