import type pg from 'pg';

/** Makes an empty database for a peer. */
export async function createDatabase(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`create database ${name}`);
}
