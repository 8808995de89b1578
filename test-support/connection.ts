import pg from 'pg';

/** Runs a function on a separate connection, outside any pool. */
export async function withConnection<T>(
  database_url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: database_url, application_name: 'guichet-tests' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the URL of a different database on the same server. */
export function addressOf(database_url: string, database: string): string {
  const url = new URL(database_url);
  url.pathname = `/${database}`;
  return url.href;
}
