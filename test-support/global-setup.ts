import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@guichet/core/database/connect';
import { migrate } from '@guichet/core/database/migrate';
import type { TestProject } from 'vitest/node';
import { addressOf, withConnection } from './connection.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Any database of the server of this run; the place to create others from. */
    server_url: string;
    /** Name of the migrated database that every test database is a copy of. */
    template: string;
  }
}

/** Before the run: the client library as it is, one PostgreSQL and the template in it. Returns what ends them after it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../packages/client/build.ts')]);
  const server = await startServer();
  const template = `guichet_template_${randomBytes(6).toString('hex')}`;
  await withConnection(server.database_url, (client) => client.query(`create database ${template}`));
  await fillTemplate(addressOf(server.database_url, template));
  project.provide('server_url', server.database_url);
  project.provide('template', template);
  return async () => {
    await dropAll(server.database_url, template);
    await server.stop();
  };
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

/** The template, and the copies that a test file which broke off could not drop itself. */
async function dropAll(server_url: string, template: string): Promise<void> {
  await withConnection(server_url, async (client) => {
    const found = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [template],
    );
    for (const { name } of found.rows) await client.query(`drop database ${name} with (force)`);
  });
}
