import { parseArgs } from 'node:util';
import { openDatabase } from './database.ts';
import { runHistory } from './history.ts';
import { simulatedProviders } from './providers.ts';
import { tell } from './tell.ts';

/**
 * `npm run simulation -- --histories 10000 --seed 1` plays histories and prints what they came to;
 * `npm run simulation -- --only 4711` plays the one of a seed that was reported, and tells it. `--provider wave` plays one provider.
 */
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    provider: { type: 'string' },
  },
});

const providers = simulatedProviders.filter(
  ({ provider }) => values.provider === undefined || provider.id === values.provider,
);
for (const number of [values.histories, values.seed, values.only ?? '0']) {
  if (!/^\d+$/.test(number)) throw new Error(`${number} is no whole number`);
}
if (providers.length === 0) throw new Error(`no provider ${values.provider} to simulate`);
const first = Number(values.only ?? values.seed);
const histories = values.only === undefined ? Number(values.histories) : 1;

const database = await openDatabase();
const counts: Record<string, number> = {};
let failed = 0;
const started_ms = performance.now();
try {
  for (let position = 0; position < histories; position++) {
    const result = await runHistory(database.pool, providers, { seed: first + position, position });
    for (const [what, count] of Object.entries(result.counts)) counts[what] = (counts[what] ?? 0) + count;
    if (values.only !== undefined) {
      for (const line of await tell(database.pool, result.merchant_id)) console.log(line);
    }
    if (result.breaches.length === 0) continue;
    failed++;
    console.log(`seed ${result.seed}: replay with npm run simulation -- --only ${result.seed}`);
    for (const breach of result.breaches) console.log(`  ${breach}`);
  }
} finally {
  await database.close();
}
const seconds = Math.round((performance.now() - started_ms) / 1000);
console.table(counts);
console.log(`${histories} histories in ${seconds} s, ${failed} with breaches`);
process.exitCode = failed === 0 ? 0 : 1;
