import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A simulator of MTN in a process of its own. */
export interface StartedSimulator {
  readonly url: string;
  readonly pid: number;
  /** The settings of an account with the simulator. */
  readonly account: Readonly<Record<string, string | number | boolean>>;
  stop(): Promise<void>;
}

/** @param payer_after_ms the time that a customer takes to decide; `never`: no customer decides */
export async function startSimulator(payer_after_ms: number | 'never'): Promise<StartedSimulator> {
  const script = new URL('simulator.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, String(payer_after_ms)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(() => null);
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => text),
    exited,
  ]);
  if (line === null) throw new Error('the simulator ended before it listened');
  return {
    ...(JSON.parse(String(line)) as Omit<StartedSimulator, 'stop' | 'pid'>),
    pid: child.pid ?? 0,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
