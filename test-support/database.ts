import { randomBytes } from 'node:crypto';
import { type Connected, connect } from '@guichet/core/platform';
import { inject } from 'vitest';
import { addressOf, withConnection } from './connection.ts';

export interface TestDatabase extends Connected {
  readonly database_url: string;
  /**
   * Closes the pool and drops the database.
   *
   * @throws Error when another connection is still open: the code under test has left a pool open
   */
  close(): Promise<void>;
}

/** SQLSTATE object_in_use, after PostgreSQL has waited 5 s for other connections to end. */
const object_in_use = '55006';

/** Makes a migrated, empty database for one test file; close it with `afterAll(() => database.close())`. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const server_url = inject('server_url');
  const template = inject('template');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  // Copying files is half the work of PostgreSQL's default strategy, which logs each page.
  const copy = `create database ${name} template ${template} strategy file_copy`;
  await withConnection(server_url, (client) => client.query(copy));
  const database_url = addressOf(server_url, name);
  const connected = connect(database_url, {
    connections_max: 10,
    // No test breaks these connections on purpose; if one breaks, the run has to fail.
    onError: (error) => {
      throw error;
    },
  });
  return {
    ...connected,
    database_url,
    close: async () => {
      await connected.close();
      await drop(server_url, name);
    },
  };
}

async function drop(server_url: string, name: string): Promise<void> {
  await withConnection(server_url, async (client) => {
    try {
      await client.query(`drop database ${name}`);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === object_in_use)) throw error;
      const left = await client.query<{ connection: string }>(
        `select concat_ws(', ', application_name, state, query) as connection
        from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
        [name],
      );
      await client.query(`drop database ${name} with (force)`);
      // The connection was PostgreSQL's own autovacuum, which need not be closed.
      if (left.rowCount === 0) return;
      const connections = left.rows.map((row) => `\n  ${row.connection}`).join('');
      throw new Error(
        `${left.rowCount} connections are still open; close what the test started:${connections}`,
      );
    }
  });
}
