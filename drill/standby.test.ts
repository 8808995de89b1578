import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect, requireDurable } from '@guichet/core/serving';
import { expect, onTestFinished, test } from 'vitest';
import { type Cluster, makeCluster } from './cluster.ts';
import { ask, requireStandby } from './queries.ts';

async function untilFollowed({ database_url }: Cluster): Promise<void> {
  for (;;) {
    const rows = await ask(database_url, `select 1 from pg_stat_replication where state = 'streaming'`);
    if (rows.length > 0) return;
    await setTimeout(20);
  }
}

test('a standby that commits do not wait for is reported as a risk of paying twice', {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-standby-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // If started as root, PostgreSQL runs as a user of its own.
  await chmod(folder, 0o755);
  const primary = await makeCluster(join(folder, 'primary'));
  onTestFinished(() => primary.kill());
  const standby = await makeCluster(join(folder, 'standby'));
  onTestFinished(() => standby.kill());
  await primary.start();
  const { db, close } = connect(primary.database_url, { connections_max: 1, onError: () => undefined });
  onTestFinished(close);
  expect(await requireDurable(db)).toBeUndefined();

  await standby.follow(primary);
  await standby.start();
  await untilFollowed(primary);
  expect(await requireDurable(db)).toMatch(/^1 standby follows asynchronously, which is a way to pay twice/);

  await requireStandby(primary.database_url);
  expect(await requireDurable(db)).toBeUndefined();

  // Makes commits wait for a standby whose name is not that of the actual standby.
  await ask(primary.database_url, `alter system set synchronous_standby_names = 'another'`);
  await ask(primary.database_url, 'select pg_reload_conf()');
  await expect.poll(() => requireDurable(db)).toMatch(/Name it in synchronous_standby_names/);
});
