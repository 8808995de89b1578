import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startServer } from '../../test-support/server.ts';
import { readOptions, refuse } from '../read-options.ts';
import { makeLane } from './lane.ts';
import { mutants as all } from './list.ts';
import { type Mutant, plantMutant } from './mutant.ts';
import { type Came, endRuns, runTests } from './run-tests.ts';
import { keepScore } from './score.ts';

/**
 * Plants one mistake at a time in copies of the tree, and runs the tests that should detect it. Prints a line for
 * each mistake, and the number of detected ones. The exit code is 1 if one was not detected.
 *
 * `--only <part of the name>`, repeatable, plants some of them; `--list` lists them.
 */
const lanes_count = 2;
const all_max_ms = 20 * 60_000;
/**
 * The time limit of a run with a mistake. Without the mistake, the same tests take a fraction of this time; a run
 * that does not end in time counts as having detected the mistake.
 */
const one_max_ms = 3 * 60_000;
const root = resolve(import.meta.dirname, '../..');
const values = readOptions({
  options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' } },
});
const parts = values.only ?? [''];
const chosen = all.filter(({ name }) => parts.some((part) => name.includes(part)));

if (values.list) for (const { name } of chosen) console.log(name);
else if (chosen.length === 0) {
  refuse(`No mutant has ${parts.join(' or ')} in its name: --list lists the names.`);
} else process.exitCode = (await tryAll(chosen)) ? 0 : 1;

/** @returns whether all mistakes were detected */
async function tryAll(mutants: readonly Mutant[]): Promise<boolean> {
  const end_ms = performance.now() + all_max_ms;
  const folder = await mkdtemp(join(tmpdir(), 'guichet-mutants-'));
  process.once('exit', () => {
    endRuns();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  // Without these handlers, a signal would end this process without its exit handler, which also ends the started
  // processes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
  const server = await startServer();
  try {
    const env = { TEST_DATABASE_URL: server.database_url };
    const lanes = Array.from({ length: lanes_count }, (_, index) => join(folder, `lane-${index + 1}`));
    for (const lane of lanes) await makeLane(root, lane);
    const wrong = await findWrong(lanes, mutants, env, end_ms);
    for (const [path, why] of wrong) console.log(`WRONG     ${path} fails without a mistake: ${why}`);
    const waiting = mutants.filter(({ tests }) => !tests.some((path) => wrong.has(path)));
    const results: Came['kind'][] = [];
    await inLanes(lanes, waiting, end_ms, async (lane, mutant, max_ms) => {
      results.push(await tryOne(lane, mutant, env, max_ms));
    });
    const noticed = close(mutants, results);
    if (mutants.length === all.length) await keepScore({ noticed, planted: mutants.length });
    return noticed === mutants.length;
  } finally {
    await server.stop();
  }
}

/** Prints the number of results of each kind. @returns the number of detected mistakes */
function close(mutants: readonly Mutant[], results: readonly Came['kind'][]): number {
  const count = (kind: Came['kind']): number => results.filter((one) => one === kind).length;
  const noticed = count('failed') + count('hung');
  const not_tried = mutants.length - results.length;
  console.log(`${noticed} of ${mutants.length} mutants noticed`);
  const others = [
    [count('passed'), 'survived'],
    [count('broken'), 'broken'],
    [not_tried, 'not tried'],
  ] as const;
  for (const [number, word] of others) if (number > 0) console.log(`${number} ${word}`);
  return noticed;
}

/** Gives each item to the first lane that is free. No item is begun after the time is up. */
async function inLanes<Item>(
  lanes: readonly string[],
  items: readonly Item[],
  end_ms: number,
  work: (lane: string, item: Item, max_ms: number) => Promise<void>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) {
        const left_ms = end_ms - performance.now();
        if (left_ms <= 0) return;
        await work(lane, item, Math.min(one_max_ms, left_ms));
      }
    }),
  );
}

/**
 * Finds the tests that fail even without a planted mistake, with the reason: their results for mutants would be
 * meaningless.
 */
async function findWrong(
  lanes: readonly string[],
  mutants: readonly Mutant[],
  env: NodeJS.ProcessEnv,
  end_ms: number,
): Promise<Map<string, string>> {
  const paths = [...new Set(mutants.flatMap(({ tests }) => tests))];
  const wrong = new Map(paths.map((path) => [path, 'it was not run in time']));
  const size = Math.ceil(paths.length / (2 * lanes.length));
  const groups = Array.from({ length: Math.ceil(paths.length / size) }, (_, index) =>
    paths.slice(index * size, (index + 1) * size),
  );
  await inLanes(lanes, groups, end_ms, async (lane, tests, max_ms) => {
    const came = await runTests(lane, tests, { env, isToStop: false, max_ms: 2 * max_ms });
    for (const path of tests) {
      if (came.kind === 'passed') wrong.delete(path);
      else if (came.kind !== 'failed') wrong.set(path, came.why);
      else if (came.files.some((file) => file.endsWith(path))) wrong.set(path, came.by);
      else wrong.delete(path);
    }
  });
  return wrong;
}

async function tryOne(
  lane: string,
  mutant: Mutant,
  env: NodeJS.ProcessEnv,
  max_ms: number,
): Promise<Came['kind']> {
  const path = join(lane, mutant.file);
  const text = await readFile(path, 'utf8');
  const began_ms = performance.now();
  await writeFile(path, plantMutant(text, mutant));
  try {
    const came = judgeTime(await runTests(lane, mutant.tests, { env, isToStop: true, max_ms }), max_ms);
    console.log(`${sayCame(came)}: ${mutant.name} (${((performance.now() - began_ms) / 1000).toFixed(1)} s)`);
    if (came.kind === 'failed') console.log(`          by "${came.by.trim().slice(0, 200)}"`);
    if (came.kind === 'hung') console.log(`          by ${came.why}`);
    if (came.kind === 'broken') console.log(`          ${came.why.trim()}`);
    return came.kind;
  } finally {
    await writeFile(path, text);
  }
}

/** Treats a run that was ended early, because the time for all runs was over, as inconclusive. */
function judgeTime(came: Came, max_ms: number): Came {
  return came.kind === 'hung' && max_ms < one_max_ms ? { kind: 'broken', why: came.why } : came;
}

function sayCame({ kind }: Came): string {
  return { passed: 'SURVIVED ', failed: 'noticed  ', hung: 'noticed  ', broken: 'BROKEN   ' }[kind];
}
