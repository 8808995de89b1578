import { setTimeout } from 'node:timers/promises';
import { makeCluster } from './cluster.ts';
import { age, promote, requireStandby } from './queries.ts';
import { restore } from './restore.ts';
import { calm_ms, type Drill, underLoad } from './under-load.ts';

/** (a) Sends SIGKILL to a web process, the worker and PostgreSQL in rotation. */
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

/** (b) Kills the primary and promotes its synchronous standby; the killed cluster becomes the new standby. */
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

/**
 * (d) Suspends a worker until the request that it was about to send is twenty minutes old and the other worker has
 * inquired about it.
 */
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

export const drills = { kill, 'fail-over': failOver, restore, freeze } as const;
