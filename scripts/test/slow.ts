import { readFile } from 'node:fs/promises';
import { type Duration, durations_file, totalOf } from '../../test-support/durations.ts';
import { readOptions } from '../read-options.ts';

/** Prints the twenty files that took longest in the last run of the tests, and the total of all files. */
const shown_max = 20;

readOptions({ options: {} });
const durations = JSON.parse(await readFile(durations_file, 'utf8').catch(missing)) as readonly Duration[];
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(8)} s`;
for (const one of durations.slice(0, shown_max)) console.log(`${seconds(totalOf(one))}  ${one.file}`);
const all_ms = durations.reduce((sum, one) => sum + totalOf(one), 0);
console.log(`${seconds(all_ms)}  all ${durations.length} files, one after the other`);

function missing(): never {
  console.error('No run has saved its durations. Run npm test first.');
  process.exit(1);
}
