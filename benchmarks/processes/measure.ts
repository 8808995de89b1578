import { describeSamples, initializeLoad, medianRate, runLoad, type Sample } from '../run-load.ts';
import { type RunningService, startService } from '../start-service.ts';

const connections = 64;
const round_s = 8;
const rounds = 3;

/**
 * Measures `checkout/initialize` on one process and on two, on the same database and with the same total number of
 * connections.
 *
 * @param first a running service; the second is started next to it
 * @returns lines to print
 */
export async function measureProcesses(first: RunningService, data_dir: string): Promise<string[]> {
  const second = await startService(data_dir, { GUICHET_ROLE: 'web' });
  const one: Sample[] = [];
  const two: Sample[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      one.push(await runLoad(initializeLoad(first, { connections, duration_s: round_s })));
      const halves = await Promise.all(
        [first, second].map((service) =>
          runLoad(initializeLoad(service, { connections: connections / 2, duration_s: round_s })),
        ),
      );
      two.push(together(halves));
    }
  } finally {
    await second.stop();
  }
  return [
    `initialize on one and two processes, ${connections} connections in all, ${rounds} rounds of ${round_s} s in turns`,
    describeSamples('one process', one),
    describeSamples('two processes', two),
    `  two to one: ${(medianRate(two) / medianRate(one)).toFixed(2)} (PostgreSQL and the load share the same cores)`,
  ];
}

function together(halves: readonly Sample[]): Sample {
  const worst = (key: 'p50_ms' | 'p99_ms') => Math.max(...halves.map((half) => half[key]));
  return {
    per_second: halves.reduce((sum, { per_second }) => sum + per_second, 0),
    p50_ms: worst('p50_ms'),
    p99_ms: worst('p99_ms'),
    failures: 0,
  };
}
