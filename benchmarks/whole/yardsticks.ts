import { runPgbench } from '../initialize/pgbench.ts';
import { median } from '../percentile.ts';
import { initializeLoad, runLoad } from '../run-load.ts';

/**
 * The rates per second at which the same machine writes only the first rows of a payment, measured within the same
 * minutes.
 */
export interface Yardsticks {
  /** Plain VALUES by pgbench; null where it is not installed. */
  readonly values: number | null;
  /** The service's own statement by pgbench. */
  readonly own: number | null;
  /** The rate of `checkout/initialize` over HTTP. */
  readonly initialize: number;
}

const connections = 64;
const duration_s = 4;

export async function measureYardsticks(
  service: { readonly url: string; readonly test_key: string },
  database_url: string,
): Promise<Yardsticks> {
  const size = { connections, duration_s };
  return {
    values: await runPgbench(database_url, 'values', size),
    own: await runPgbench(database_url, 'own', size),
    initialize: (await runLoad(initializeLoad(service, size))).per_second,
  };
}

/** Returns the median of each yardstick, so that one disturbed measurement does not affect the ratios. */
export function medianOf(measured: readonly Yardsticks[]): Yardsticks {
  const of = (key: 'values' | 'own'): number | null => {
    const rates = measured.map((one) => one[key]).filter((rate) => rate !== null);
    return rates.length === 0 ? null : median(rates);
  };
  return { values: of('values'), own: of('own'), initialize: median(measured.map((one) => one.initialize)) };
}

export function describeYardsticks({ values, own, initialize }: Yardsticks): string {
  const rate = (one: number): string => `${Math.round(one)}/s`;
  const pgbench =
    values === null || own === null
      ? 'pgbench is not installed'
      : `pgbench ${rate(values)} with plain VALUES, ${rate(own)} with the service's own statement`;
  return `${connections} connections with the first rows alone: ${pgbench}; initialize ${rate(initialize)}`;
}

/** Describes a rate as a share of each yardstick. */
export function describeShares(per_second: number, { values, own, initialize }: Yardsticks): string {
  const shares = [
    values === null ? [] : [`${(per_second / values).toFixed(3)} of plain VALUES`],
    own === null ? [] : [`${(per_second / own).toFixed(3)} of the own statement`],
    [`${(per_second / initialize).toFixed(3)} of initialize`],
  ];
  return shares.flat().join(', ');
}
