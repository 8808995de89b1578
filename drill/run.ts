import { readOptions, refuse } from '../scripts/read-options.ts';
import { drills } from './drills.ts';
import type { DrillResult } from './under-load.ts';

/**
 * `npm run drill` runs every drill on real processes and prints the figures; `--only kill` runs one of them;
 * `--times 60` sets the number of faults of each, `--rate 100` the payments per second, `--lost 60` the seconds
 * between a backup and the loss of the disk. The exit code is 1 if anything acknowledged was lost, paid twice,
 * stranded or booked wrongly.
 */
const values = readOptions({
  options: {
    only: { type: 'string' },
    times: { type: 'string' },
    rate: { type: 'string', default: '100' },
    lost: { type: 'string', default: '60' },
  },
});
const names = Object.keys(drills) as (keyof typeof drills)[];
const chosen = names.filter((name) => values.only === undefined || name === values.only);
if (chosen.length === 0) refuse(`There is no drill ${values.only}. The drills are ${names.join(', ')}.`);
for (const number of [values.rate, values.lost, values.times ?? '1']) {
  if (!/^[1-9]\d*$/.test(number)) refuse(`${number} is not a positive whole number.`);
}

const usual_times = { kill: 60, 'fail-over': 20, restore: 4, freeze: 6 } as const;

for (const name of chosen) {
  const times = Number(values.times ?? usual_times[name]);
  console.log(`${name}: ${times} faults under ${values.rate} payments a second`);
  const result = await drills[name]({
    times,
    rate_per_s: Number(values.rate),
    lost_ms: Number(values.lost) * 1000,
    say: (text) => console.log(`  ${text}`),
  });
  tell(result);
}

function tell(result: DrillResult): void {
  const { outages_ms, faults, acknowledged_lost, paid_twice, unknown, stranded } = result;
  const { not_received, ledger_off_by_minor } = result;
  const sorted = outages_ms.toSorted((one, other) => one - other);
  console.log(
    [
      `  ${result.faults_made} faults, ${result.payments} payments acknowledged, ${result.held_back} held back`,
      `  acknowledged lost ${acknowledged_lost}, paid twice ${paid_twice}, unknown ${unknown}, stranded ${stranded}, ledger off by ${ledger_off_by_minor}`,
      `  still open because the provider has not received them: ${not_received}`,
      `  callers saw errors for ${sorted[Math.floor(sorted.length / 2)]} ms (p50), ${sorted.at(-1)} ms (worst)`,
      `  later, with successes between: ${describeCounts(result.later_failures)}`,
      ...faults.map((fault) => `  ${fault}`),
    ].join('\n'),
  );
  const isWhole = acknowledged_lost + paid_twice + unknown + stranded === 0 && ledger_off_by_minor === 0n;
  if (!isWhole || faults.length > 0) process.exitCode = 1;
}

function describeCounts(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([reason, count]) => `${count} times ${reason}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
