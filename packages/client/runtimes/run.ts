import { installPacked } from '../packaging/install.ts';
import { checks } from '../suite/checks.ts';
import { startBehaviourServer } from '../suite/server.ts';
import { installRuntimes } from './install.ts';
import { type Runtime, runtimes, type Way } from './list.ts';
import type { Result } from './run-checks.ts';
import { runProgram, versionOf } from './run-program.ts';
import { tryGuide } from './try-guide.ts';
import { writePrograms } from './write-programs.ts';

/** Runs the checks of the packed library on each runtime and prints the results. Arguments select runtimes by name. */
async function main(chosen: readonly string[]): Promise<void> {
  await installRuntimes();
  const [project, server] = await Promise.all([installPacked(), startBehaviourServer()]);
  let passed = 0;
  let failed = 0;
  try {
    await writePrograms(project.folder, server.origin);
    for (const runtime of runtimes) {
      if (chosen.length > 0 && !chosen.includes(runtime.name)) continue;
      for (const way of runtime.ways) {
        const counts = await tryRun(runtime, way, project.folder);
        passed += counts.passed;
        failed += counts.failed;
      }
    }
  } finally {
    await Promise.all([server.close(), project.remove()]);
  }
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** A runtime that is missing, crashes or reports nothing counts as one failure. */
async function tryRun(runtime: Runtime, way: Way, folder: string): Promise<Counts> {
  const name = `${runtime.name}, ${way}`;
  try {
    const results = await runProgram(runtime, way, folder);
    if (results.length !== checks.length) throw new Error(`${results.length} of ${checks.length} checks ran`);
    const further = runtime.name === 'workerd' ? await tryGuide(runtime, folder) : [];
    return report(runtime, way, await versionOf(runtime), [...results, ...further]);
  } catch (error) {
    console.log(`${name}: 0 passed, 1 failed\n  ${error}`);
    return { passed: 0, failed: 1 };
  }
}

function report({ name }: Runtime, way: Way, version: string, results: readonly Result[]): Counts {
  const [word, major] = name.split(' ');
  if (major !== undefined && !version.startsWith(`${major}.`)) throw new Error(`this is ${word} ${version}`);
  const problems = results.filter(({ problem }) => problem !== null);
  const counts = { passed: results.length - problems.length, failed: problems.length };
  console.log(`${word} ${version}, ${way}: ${counts.passed} passed, ${counts.failed} failed`);
  for (const { group, name: check, problem } of problems) console.log(`  ${group}: ${check}\n    ${problem}`);
  return counts;
}

await main(process.argv.slice(2));
