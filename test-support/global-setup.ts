import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connect, migrate } from '@guichet/core/platform';
import type { TestProject } from 'vitest/node';
import { addressOf, withConnection } from './connection.ts';
import { findLeftovers, markRun } from './leftovers.ts';
import { startServer, type TestServer } from './server.ts';
import { markWorkers, untilWorkersClosed } from './worker-end.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Any database of this run's server, to create others from. */
    server_url: string;
    /** Name of the migrated database that every test database copies. */
    template: string;
  }
}

/**
 * Prepares the run: builds the client library and the dashboard (otherwise each worker's service would build it),
 * starts PostgreSQL and creates the template. @returns the teardown
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = randomBytes(8).toString('hex');
  markRun(run);
  const workers_folder = await mkdtemp(join(tmpdir(), 'guichet-workers-'));
  markWorkers(workers_folder);
  const template = `guichet_template_${randomBytes(6).toString('hex')}`;
  const [server] = await Promise.all([startWithTemplate(template), build('client'), build('dashboard')]);
  project.provide('server_url', server.database_url);
  project.provide('template', template);
  return async () => {
    await untilWorkersClosed(workers_folder);
    await rm(workers_folder, { recursive: true });
    await dropAll(server.database_url, template);
    await server.stop();
    await requireNobodyLeft(run);
  };
}

async function build(name: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../packages', name, 'build.ts')]);
}

async function startWithTemplate(template: string): Promise<TestServer> {
  const server = await startServer();
  await withConnection(server.database_url, (client) => client.query(`create database ${template}`));
  await fillTemplate(addressOf(server.database_url, template));
  return server;
}

/** The longest time that workers and terminated processes may take to end. */
const end_max_ms = 10_000;
const look_every_ms = 100;

/** @throws Error with the processes that a test has started and not ended */
async function requireNobodyLeft(run: string): Promise<void> {
  const until_ms = performance.now() + end_max_ms;
  for (;;) {
    const left = await findLeftovers(run);
    if (left.length === 0) return;
    if (performance.now() > until_ms) {
      throw new Error(`Tests have left ${left.length} processes:${left.map((one) => `\n  ${one}`).join('')}`);
    }
    await setTimeout(look_every_ms);
  }
}

async function fillTemplate(database_url: string): Promise<void> {
  const connected = connect(database_url, {
    connections_max: 2,
    onError: (error) => {
      throw error;
    },
  });
  try {
    await migrate(connected.db, connected.pool);
  } finally {
    await connected.close();
  }
}

/**
 * Drops the template and its copies that aborted test files have left. Some of these files may still be dropping
 * theirs.
 */
async function dropAll(server_url: string, template: string): Promise<void> {
  await withConnection(server_url, async (client) => {
    const found = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [template],
    );
    for (const { name } of found.rows) await client.query(`drop database if exists ${name} with (force)`);
  });
}
