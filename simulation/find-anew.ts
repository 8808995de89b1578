import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/**
 * Runs the tests of a file in such a way that they find and store new histories, which reveal planted
 * mistakes. Tests do this because only they can replace modules. Sets the exit code of this process.
 *
 * @param file the path from this folder
 */
export async function findAnew(file: string): Promise<void> {
  const vitest = resolve(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', resolve(import.meta.dirname, file)], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, SIMULATION_FIND: '1' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}
