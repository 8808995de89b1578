import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** A process that is restarted whenever it ends, as by systemd or Kubernetes. */
export interface Supervised {
  kill(signal: NodeJS.Signals): void;
  /** Ends the process, which is then not restarted. */
  stop(): Promise<void>;
}

const again_after_ms = 100;
const stop_max_ms = 20_000;

/** Starts `guichet` with these arguments and environment variables. */
export function supervise(words: readonly string[], env: Readonly<Record<string, string>>): Supervised {
  let child: ChildProcess;
  let isStopping = false;
  const start = (): void => {
    child = spawn(process.execPath, ['packages/cli/src/main.ts', ...words], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('exit', () => {
      if (!isStopping) void setTimeout(again_after_ms).then(() => isStopping || start());
    });
  };
  start();
  return {
    kill: (signal) => void child.kill(signal),
    stop: async () => {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(stop_max_ms).then(() => child.kill('SIGKILL'));
      await gone;
      void late;
    },
  };
}
