import { writeFile } from 'node:fs/promises';
import { readOptions, refuse } from '../scripts/read-options.ts';
import type { Figures } from './figures.ts';
import { type Sample, soak } from './soak.ts';

/**
 * `npm run soak` watches a busy and an idle service for half an hour (`--minutes 30`, `--hours 8`). The busy one
 * gets 10 purchases a second (`--rate 10`). It prints their figures once a minute, and stores them as JSON with
 * `--report file`. The exit code is 1 when a figure grew after the first quarter or the traffic failed.
 */
const values = readOptions({
  options: {
    minutes: { type: 'string' },
    hours: { type: 'string' },
    rate: { type: 'string', default: '10' },
    report: { type: 'string' },
  },
});
for (const number of [values.minutes ?? '1', values.hours ?? '1', values.rate]) {
  if (!/^[1-9]\d*$/.test(number)) refuse(`${number} is not a positive whole number.`);
}
if (values.minutes !== undefined && values.hours !== undefined)
  refuse('Give --minutes or --hours, not both.');
const minutes = values.hours === undefined ? Number(values.minutes ?? 30) : Number(values.hours) * 60;

const shown: Readonly<Partial<Record<keyof Figures, string>>> = {
  heap_mb: 'heap',
  rss_mb: 'rss',
  timers: 'timers',
  listeners: 'listeners',
  descriptors: 'fds',
  sockets: 'sockets',
  connections: 'pg',
  jobs: 'jobs',
  dead_rows: 'dead',
  dead_percent: 'dead%',
  indexes_mb: 'indexes',
  job_indexes_mb: 'job idx',
  index_bytes_a_row: 'B a row',
};
const line = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => String(cell).padStart(10)).join('');

function tell({ after_s, begun, failed, busy, idle }: Sample): void {
  for (const [name, figures] of Object.entries({ busy, idle })) {
    const cells = (Object.keys(shown) as (keyof Figures)[]).map((figure) => figures[figure]);
    const texts = cells.map((value) => (Number.isInteger(value) ? value : value.toFixed(1)));
    console.log(line([`${(after_s / 60).toFixed(0)} ${name}`, ...texts]));
  }
  if (failed > 0) console.log(`  ${failed} of ${begun} steps of the traffic failed so far`);
}

console.log(line(['minute', ...Object.values(shown)]));
const { samples, faults } = await soak({
  duration_s: minutes * 60,
  every_s: 60,
  rate_per_s: Number(values.rate),
  onSample: tell,
});
if (values.report !== undefined) {
  await writeFile(values.report, `${JSON.stringify({ samples, faults }, null, 2)}\n`);
}
for (const fault of faults) console.log(fault);
if (faults.length === 0) console.log('Nothing grew after the first quarter.');
else process.exitCode = 1;
