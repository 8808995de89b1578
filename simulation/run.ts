import { resolve } from 'node:path';
import { readOptions, refuse } from '../scripts/read-options.ts';
import { corpus_folder, type FailedHistory, keepFailed } from './corpus.ts';
import { addCounts, tellCoverage } from './coverage.ts';
import { openDatabase } from './database.ts';
import { findAnew } from './find-anew.ts';
import { runHistory } from './history.ts';
import { readJson } from './json-file.ts';
import { firstProviders, simulatedProviders } from './providers.ts';
import { tell } from './tell.ts';

/**
 * `npm run simulation -- --histories 10000 --seed 1` plays histories and prints the results; `--provider
 * wave` those of one provider. `--hours 6` plays on for so long and keeps what fails in the corpus. `--only 4711` plays the one of a reported seed in detail; `--replay <file>`
 * one of the corpus. `--find-mistakes` and `--find-holes` search again for the stored histories that reveal
 * planted mistakes.
 */
const values = readOptions({
  options: {
    histories: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    hours: { type: 'string' },
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
for (const number of [values.histories, values.seed, values.only ?? '0', values.hours ?? '0']) {
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

const database = await openDatabase();
const counts: Record<string, number> = {};
let failed = 0;
let played = 0;
const started_ms = performance.now();
const started_cpu = process.cpuUsage();
const end_ms = is_timed ? started_ms + Number(values.hours) * 3_600_000 : Number.POSITIVE_INFINITY;
try {
  for (let position = 0; position < histories && performance.now() < end_ms; position++) {
    const traced = isOne && values.trace;
    const result = await runHistory(database.pool, providers, { seed: first + position, position, traced });
    played++;
    addCounts(counts, result.counts);
    if (isOne) {
      for (const step of result.trace ?? []) console.log(step);
      for (const line of await tell(database.pool, result.merchant_id)) console.log(line);
    }
    if (result.breaches.length === 0) continue;
    failed++;
    console.log(`seed ${result.seed}: replay with npm run simulation -- --only ${result.seed}`);
    for (const breach of result.breaches) console.log(`  ${breach}`);
    if (is_timed) {
      const { seed, breaches } = result;
      console.log(
        await keepFailed(corpus_folder, String(seed), { seed, providers: providers.length, breaches }),
      );
    }
  }
} finally {
  await database.close();
}
const seconds = Math.round((performance.now() - started_ms) / 1000);
console.table(Object.fromEntries(Object.entries(counts).toSorted()));
if (!isOne) console.log(tellCoverage(counts));
const { user, system } = process.cpuUsage(started_cpu);
const cpu_s = (user + system) / 1e6;
console.log(
  `${played} histories in ${seconds} s, ${(played / cpu_s).toFixed(1)} a second of this process's CPU, ${failed} with breaches`,
);
process.exitCode = failed === 0 ? 0 : 1;

async function readKept(path: string): Promise<FailedHistory> {
  try {
    return await readJson<FailedHistory>(resolve(path));
  } catch (error) {
    if (error instanceof SyntaxError) refuse(`${path} is not the file of a history.`);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') refuse(`${path} is not there.`);
    throw error;
  }
}
