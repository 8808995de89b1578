import { connect, migrate } from '@guichet/core/platform';
import { addressOf, withConnection } from '../test-support/connection.ts';
import { startServer } from '../test-support/server.ts';

/** Opens an empty database with the schema, on a PostgreSQL of its own; outside the test runner. */
export async function openDatabase() {
  const server = await startServer();
  const name = `guichet_simulation_${process.pid}`;
  await withConnection(server.database_url, (client) => client.query(`create database ${name}`));
  const connected = connect(addressOf(server.socket_url, name), {
    connections_max: 12,
    onError: (error) => {
      throw error;
    },
  });
  await migrate(connected.db, connected.pool);
  return {
    db: connected.db,
    pool: connected.pool,
    close: async () => {
      await connected.close();
      await withConnection(server.database_url, (client) => client.query(`drop database ${name}`));
      await server.stop();
    },
  };
}
