import { execFileSync, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';

interface Step {
  readonly name: string;
  /** A script for Node and its arguments. */
  readonly command: readonly string[];
}

const root = resolve(import.meta.dirname, '..');
const { resolve: pathOf } = createRequire(import.meta.url);

const steps: readonly Step[] = [
  { name: 'types', command: [pathOf('typescript/bin/tsc')] },
  { name: 'types of the dashboard', command: [pathOf('typescript/bin/tsc'), '-p', 'packages/dashboard'] },
  {
    name: 'lint and format',
    command: [pathOf('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--max-diagnostics=100'],
  },
  { name: 'tidy', command: [resolve(import.meta.dirname, 'tidy.ts')] },
  { name: 'nothing unused', command: [resolve(dirname(pathOf('knip')), '../bin/knip.js'), '--no-progress'] },
];

/** Runs one step and prints its line, followed by its output only if it failed. */
async function run({ name, command }: Step): Promise<boolean> {
  const started_at_ms = performance.now();
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail).once('close', done);
  });
  const seconds = ((performance.now() - started_at_ms) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}

// The dashboard's types are generated from the server's operations, and are not in the repository.
execFileSync(process.execPath, [resolve(root, 'packages/server/src/dashboard/write-openapi.ts')], {
  stdio: 'inherit',
});
const passed = await Promise.all(steps.map(run));
if (passed.includes(false)) process.exitCode = 1;
