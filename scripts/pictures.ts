import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * `npm run pictures`: retakes the screenshots of docs/guides/dashboard.md, from a separate service with its own
 * database, with the same payments, payouts and people each time.
 */
const root = resolve(import.meta.dirname, '..');
const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
const run = spawn(process.execPath, [vitest, 'run', 'e2e/dashboard/pictures.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PICTURES: join(root, 'docs/pictures') },
});
const [code] = await once(run, 'exit');
process.exitCode = code ?? 1;
