import { resolve } from 'node:path';
import { readOptions, refuse } from '../scripts/read-options.ts';
import type { FailedHistory } from './corpus.ts';
import { findUncovered, tellCoverage } from './coverage.ts';
import { findAnew } from './find-anew.ts';
import { readJson, writeJson } from './json-file.ts';
import { playBeside } from './play-beside.ts';
import { playRange } from './play-range.ts';
import { firstProviders, simulatedProviders } from './providers.ts';

/**
 * `npm run simulation -- --histories 10000 --seed 1` plays histories and prints the results; `--processes 2`
 * divides them among processes, `--report <file>` stores the totals, and `--provider wave` uses only one
 * provider. `--hours 6` plays for that long and stores failed histories in the corpus. `--only 4711` plays
 * the history of a reported seed and prints it in detail; `--replay <file>` does so for one from the corpus.
 * `--find-mistakes` and `--find-holes` search again for the stored histories that reveal planted mistakes and
 * security holes.
 */
const values = readOptions({
  options: {
    histories: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '1' },
    hours: { type: 'string' },
    report: { type: 'string' },
    only: { type: 'string' },
    trace: { type: 'boolean', default: false },
    provider: { type: 'string' },
    replay: { type: 'string' },
    'find-mistakes': { type: 'boolean', default: false },
    'find-holes': { type: 'boolean', default: false },
  },
});

if (values['find-mistakes'] || values['find-holes']) {
  if (values['find-mistakes']) await findAnew('bugs.test.ts');
  if (values['find-holes']) await findAnew('identity/holes.test.ts');
  process.exit();
}
const { only = '0', hours = '0' } = values;
for (const number of [values.histories, values.seed, values.processes, only, hours]) {
  if (!/^\d+$/.test(number)) refuse(`${number} is not a whole number.`);
}
const failed_before = values.replay === undefined ? undefined : await readKept(values.replay);
const providers = firstProviders(failed_before?.providers ?? simulatedProviders.length).filter(
  ({ provider }) => values.provider === undefined || provider.id === values.provider,
);
if (providers.length === 0) refuse(`There is no provider ${values.provider} to simulate.`);
const isOne = values.only !== undefined || failed_before !== undefined;
const first = failed_before?.seed ?? Number(values.only ?? values.seed);
const is_timed = values.hours !== undefined && !isOne;
const histories = isOne ? 1 : is_timed ? Number.POSITIVE_INFINITY : Number(values.histories);
const processes = isOne ? 1 : Math.max(1, Number(values.processes));

const started_ms = performance.now();
const result =
  processes > 1
    ? await playBeside({
        processes,
        first,
        histories,
        more: [
          ...(values.provider === undefined ? [] : ['--provider', values.provider]),
          ...(is_timed ? ['--hours', hours] : []),
        ],
      })
    : await playRange({
        providers,
        first,
        histories,
        end_ms: is_timed ? started_ms + Number(hours) * 3_600_000 : null,
        told: isOne ? (values.trace ? 'steps' : 'lines') : null,
      });
if (process.send) {
  // The process that started this one adds up the results.
  process.send(result, () => process.disconnect());
} else await report();

async function report(): Promise<void> {
  const { played, failed, cpu_s, counts } = result;
  const seconds = Math.round((performance.now() - started_ms) / 1000);
  const sorted = Object.fromEntries(Object.entries(counts).toSorted());
  const per_cpu_second = Number((played / cpu_s).toFixed(1));
  const uncovered = values.provider === undefined ? findUncovered(counts, played) : [];
  console.table(sorted);
  if (!isOne) console.log(tellCoverage(counts));
  for (const what of uncovered) console.log(`too rare: ${what}`);
  console.log(
    `${played} histories in ${seconds} s, ${per_cpu_second} a second of these processes' CPU, ${failed} with breaches`,
  );
  if (values.report !== undefined) {
    const sums = { seed: first, histories: played, seconds, per_cpu_second, failed, uncovered };
    await writeJson(resolve(values.report), { ...sums, counts: sorted });
  }
  process.exitCode = failed === 0 && uncovered.length === 0 ? 0 : 1;
}

async function readKept(path: string): Promise<FailedHistory> {
  try {
    return await readJson<FailedHistory>(resolve(path));
  } catch (error) {
    if (error instanceof SyntaxError) refuse(`${path} is not the file of a history.`);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      refuse(`${path} does not exist.`);
    throw error;
  }
}
