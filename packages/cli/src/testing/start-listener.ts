import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';

export interface Line {
  readonly type: string;
  readonly id?: string;
  readonly object_id?: string;
  readonly [field: string]: unknown;
}

export interface Listener {
  /** What it has printed so far. */
  lines(): readonly Line[];
  text(): string;
  /** Resolves when it is connected for the so manieth time. */
  connected(times?: number): Promise<void>;
  /** Resolves with the lines about so many events. */
  events(count: number): Promise<readonly Line[]>;
  /** As Ctrl-C does. */
  interrupt(): Promise<{ code: number | null; duration_ms: number }>;
}

export interface ListenerOptions {
  readonly args?: readonly string[];
  readonly key?: string;
  readonly base_url?: string;
  readonly json?: boolean;
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** `guichet listen` as a process that knows nothing of the service but its address, until the test ends. */
export function startListener(
  service: Pick<TestService, 'url' | 'demo'>,
  forward_to: string,
  options: ListenerOptions = {},
): Listener {
  const { args = [], key = service.demo.test_key, base_url = service.url, json = true } = options;
  const { PATH } = process.env;
  const child = spawn(
    process.execPath,
    [
      main,
      'listen',
      '--forward-to',
      forward_to,
      '--base-url',
      base_url,
      ...(json ? ['--json'] : []),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH, GUICHET_API_KEY: key } },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const lines = (): readonly Line[] => {
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    return whole === ''
      ? []
      : whole
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
  };
  const ofType = (type: string) => lines().filter((line) => line.type === type);
  // However long a busy machine takes: the test's own limit is the only one, and the process ends with the test.
  const until = async (type: string, count: number): Promise<void> => {
    while (ofType(type).length < count) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`listen has ended: ${text}`);
      await setTimeout(20);
    }
  };
  return {
    lines,
    text: () => text,
    connected: (times = 1) => until('connected', times),
    events: async (count) => {
      await until('event', count);
      return ofType('event');
    },
    interrupt: async () => {
      const began_ms = performance.now();
      child.kill('SIGINT');
      const [code] = await closed;
      return { code, duration_ms: performance.now() - began_ms };
    },
  };
}
