import { type Connected, connect, migrate } from '@guichet/core/platform';
import { addressOf, withConnection } from '../test-support/connection.ts';
import { startServer } from '../test-support/server.ts';

/**
 * The number of histories in one database. Each leaves its rows behind, and some costs grow with them: a recovery
 * writes an audit row for every merchant. After 3,400 histories in one database the audit log was 267 MB.
 */
export const histories_of_database = 100;

/** Starts a separate PostgreSQL that makes empty databases with the schema, for use outside the test runner. */
export async function startDatabases() {
  const server = await startServer();
  const template = `guichet_simulation_${process.pid}`;
  const run = (statement: string) => withConnection(server.database_url, (client) => client.query(statement));
  const open = (name: string) =>
    connect(addressOf(server.socket_url, name), {
      connections_max: 12,
      onError: (error) => {
        throw error;
      },
    });
  await run(`create database ${template}`);
  const filled = open(template);
  await migrate(filled.db, filled.pool);
  await filled.close();
  let made = 0;
  return {
    make: async (): Promise<Connected> => {
      const name = `${template}_${++made}`;
      await run(`create database ${name} template ${template} strategy file_copy`);
      const connected = open(name);
      return {
        ...connected,
        close: async () => {
          await connected.close();
          await run(`drop database ${name}`);
        },
      };
    },
    close: async () => {
      await run(`drop database ${template}`);
      await server.stop();
    },
  };
}
