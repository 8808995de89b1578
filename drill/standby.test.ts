import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect, requireDurable } from '@guichet/core/serving';
import pg from 'pg';
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

/** Makes a folder for clusters. It is removed when the test ends. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-standby-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // If started as root, PostgreSQL runs as a user of its own.
  await chmod(folder, 0o755);
  return folder;
}

test('a standby that commits do not wait for is reported as a risk of paying twice', {
  timeout: 120_000,
}, async () => {
  const folder = await makeFolder();
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

test('a follower that may be a standby is reported, and a backup in progress is not', {
  timeout: 120_000,
}, async () => {
  const folder = await makeFolder();
  const primary = await makeCluster(join(folder, 'primary'));
  onTestFinished(() => primary.kill());
  await primary.start();
  const { database_url } = primary;
  await ask(database_url, `create role limited login password 'limited'`);
  const own = new URL(database_url);
  [own.username, own.password] = ['limited', 'limited'];
  const judge = async (url: string) => {
    const { db, close } = connect(url, { connections_max: 1, onError: () => undefined });
    return requireDurable(db).finally(close);
  };
  /** Follows the server under a name until the test ends. */
  const follow = async (application_name: string): Promise<void> => {
    const replication = { replication: 'true' } as object;
    const client = new pg.Client({ connectionString: database_url, application_name, ...replication });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
  };

  for (const tool of ['pg_basebackup', 'pg_receivewal']) await follow(tool);
  expect(await ask(database_url, 'select 1 from pg_stat_replication')).toHaveLength(2);
  for (const url of [database_url, own.href]) expect(await judge(url)).toBeUndefined();
  await follow('walreceiver');
  expect(await judge(database_url)).toMatch(/^1 standby follows asynchronously/);
  expect(await judge(own.href)).toMatch(/^1 follower of PostgreSQL .* Grant it pg_read_all_stats/);
});
