import { setTimeout } from 'node:timers/promises';
import { check, type Verdict } from './check.ts';
import { type Load, startLoad } from './load.ts';
import { makeOutages } from './outages.ts';
import { openStage, type Stage } from './stage.ts';

export interface DrillOptions {
  readonly times: number;
  readonly rate_per_s: number;
  /** The time for which the load continues between a backup and the loss of the disk. */
  readonly lost_ms: number;
  readonly say: (text: string) => void;
}

export interface DrillResult extends Verdict {
  readonly faults_made: number;
  readonly payments: number;
  readonly held_back: number;
  readonly outages_ms: readonly number[];
  /** Failures that do not belong to a fault, by reason. */
  readonly later_failures: Readonly<Record<string, number>>;
}

/** Causes a drill's faults and checks the result. */
export type Drill = (options: DrillOptions) => Promise<DrillResult>;

/**
 * The pause before the first fault and after each, so that the effects of one are not attributed to the next.
 */
export const calm_ms = 5_000;

interface UnderLoad {
  readonly stage: Stage;
  readonly load: Load;
  readonly outages: ReturnType<typeof makeOutages>;
  readonly say: (text: string) => void;
}

/**
 * Starts a service and its load, calls `strike` to cause the faults, and checks the result once nothing is in
 * flight.
 *
 * @param strike returns the number of faults that it caused
 */
export async function underLoad(
  { rate_per_s, say, workers }: Pick<DrillOptions, 'rate_per_s' | 'say'> & { readonly workers: number },
  strike: (parts: UnderLoad) => Promise<number>,
): Promise<DrillResult> {
  const stage = await openStage({ workers });
  try {
    await stage.startService();
    const outages = makeOutages();
    const load = startLoad({ ...stage, outages, rate_per_s });
    await setTimeout(calm_ms);
    const faults_made = await strike({ stage, load, outages, say });
    await load.finish();
    say('the load has ended; waiting for open payments, payouts and refunds');
    const verdict = await check(stage, load.acknowledged);
    return {
      ...verdict,
      faults_made,
      payments: load.acknowledged.payments.size,
      held_back: load.heldBack(),
      outages_ms: outages.all(),
      later_failures: outages.later(),
    };
  } finally {
    await stage.close();
  }
}
