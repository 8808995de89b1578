import type { Log } from '@guichet/kernel/log';
import { accountCommands } from './account-commands.ts';
import { type StartedSimulator, startAll } from './start-all.ts';

/**
 * `npm run simulators`: runs the simulators of all providers until Ctrl-C. `SIMULATORS_SEED` (default: 1) seeds the
 * random faults.
 */
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const sayFields = (fields: object, message: string): void => say(`${message}: ${JSON.stringify(fields)}`);
const log: Log = { debug() {}, info: sayFields, warn: sayFields, error: sayFields };

try {
  const seed = Number(process.env.SIMULATORS_SEED || 1);
  const all = await startAll({ log, seed, portOf: ({ port }) => port });
  say(tableOf(all.started));
  say(
    '\nCommands that create an account with each, for live mode of the merchant whose id is in MERCHANT (export MERCHANT=mer_...):\n',
  );
  say(all.started.flatMap(accountCommands).join('\n'));
  say('\nStop with Ctrl-C.');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void all.close());
} catch (error) {
  say(`The simulators could not start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function tableOf(started: readonly StartedSimulator[]): string {
  const rows = [
    ['provider', 'address', 'control page'],
    ...started.map(({ entry, base_url, control_url }) => [entry.id, base_url, control_url]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
