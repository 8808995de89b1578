import { setTimeout } from 'node:timers/promises';
import { check, type Verdict } from './check.ts';
import { makeCluster } from './cluster.ts';
import { startLoad } from './load.ts';
import { makeOutages } from './outages.ts';
import { age, promote, requireStandby } from './queries.ts';
import { openStage, type Stage } from './stage.ts';

export interface DrillOptions {
  readonly times: number;
  readonly rate_per_s: number;
  readonly say: (text: string) => void;
}

export interface DrillResult extends Verdict {
  readonly faults_made: number;
  readonly payments: number;
  readonly held_back: number;
  readonly outages_ms: readonly number[];
}

type Drill = (options: DrillOptions) => Promise<DrillResult>;

/** Calm before the first fault and after each, so that what one does is not put down to the next. */
const calm_ms = 5_000;

/** (a) SIGKILL to a web process, the worker and PostgreSQL in turn. */
const kill: Drill = async ({ times, ...options }) =>
  underLoad({ ...options, workers: 1 }, async ({ stage, outages, say }) => {
    for (let count = 0; count < times; count++) {
      const victims = [
        ['web', async () => stage.webs[count % stage.webs.length]?.kill('SIGKILL')],
        ['worker', async () => stage.workers[0]?.kill('SIGKILL')],
        [
          'PostgreSQL',
          async () => {
            await stage.cluster.kill();
            await stage.cluster.start();
          },
        ],
      ] as const;
      const [name, strike] = victims[count % victims.length] ?? victims[0];
      outages.begin();
      await strike();
      await setTimeout(calm_ms);
      say(`${count + 1} of ${times}: ${name} killed, errors for ${outages.all().at(-1)} ms`);
    }
    return times;
  });

/** (b) The primary is killed and its synchronous standby promoted; the one that was killed becomes the new standby. */
const failOver: Drill = async ({ times, ...options }) =>
  underLoad({ ...options, workers: 1 }, async ({ stage, outages, say }) => {
    let [primary, standby] = [stage.cluster, await makeCluster(`${stage.folder}/standby`)];
    for (let count = 0; count < times; count++) {
      await standby.follow(primary);
      await standby.start();
      await requireStandby(primary.database_url);
      await setTimeout(calm_ms);
      outages.begin();
      await primary.kill();
      await promote(standby.database_url);
      stage.relay.pointTo(standby.port);
      await setTimeout(calm_ms);
      [primary, standby] = [standby, primary];
      say(`${count + 1} of ${times}: failed over, errors for ${outages.all().at(-1)} ms`);
    }
    await standby.kill();
    return times;
  });

/** (d) A worker stands still while what it was about to send grows twenty minutes old, and another one asks about it. */
const freeze: Drill = async ({ times, ...options }) =>
  underLoad({ ...options, workers: 2 }, async ({ stage, outages, say }) => {
    for (let count = 0; count < times; count++) {
      const worker = stage.workers[count % stage.workers.length];
      outages.begin();
      worker?.kill('SIGSTOP');
      await age(stage.cluster.database_url);
      // Longer than the lease of a call.
      await setTimeout(40_000);
      worker?.kill('SIGCONT');
      await setTimeout(calm_ms);
      say(`${count + 1} of ${times}: a worker frozen, errors for ${outages.all().at(-1)} ms`);
    }
    return times;
  });

export const drills = { kill, 'fail-over': failOver, freeze } as const;

interface UnderLoad {
  readonly stage: Stage;
  readonly outages: ReturnType<typeof makeOutages>;
  readonly say: (text: string) => void;
}

async function underLoad(
  { rate_per_s, say, workers }: Omit<DrillOptions, 'times'> & { readonly workers: number },
  strike: (parts: UnderLoad) => Promise<number>,
): Promise<DrillResult> {
  const stage = await openStage({ workers });
  try {
    await stage.startService();
    const outages = makeOutages();
    const load = startLoad({ ...stage, outages, rate_per_s });
    await setTimeout(calm_ms);
    const faults_made = await strike({ stage, outages, say });
    await load.finish();
    say('the load has ended; waiting for what is open');
    const verdict = await check(stage, load.acknowledged);
    return {
      ...verdict,
      faults_made,
      payments: load.acknowledged.payments.size,
      held_back: load.heldBack(),
      outages_ms: outages.all(),
    };
  } finally {
    await stage.close();
  }
}
