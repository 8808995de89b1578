#!/usr/bin/env node
// The service needs the Node that its package pins. If a shell found an older one, hand over to the pinned one.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchNpx } from './watch-npx.mjs';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const [major] = process.versions.node.split('.').map(Number);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

if (major >= 24) {
  watchNpx(() => process.kill(process.pid, 'SIGTERM'));
  await import(main);
} else {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  watchNpx(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    // Ends in the same way as the command, so that a supervisor sees the same status.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
