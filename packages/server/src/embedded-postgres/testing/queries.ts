import pg from 'pg';

/** Creates a table if missing, and commits one row. */
export async function writeNote(database_url: string, text: string): Promise<void> {
  await withClient(database_url, async (client) => {
    await client.query('create table if not exists note (id serial primary key, text text not null)');
    await client.query('insert into note (text) values ($1)', [text]);
  });
}

/** The rows of `writeNote`, oldest first. */
export async function readNotes(database_url: string): Promise<string[]> {
  return withClient(database_url, async (client) => {
    const result = await client.query<{ text: string }>('select text from note order by id');
    return result.rows.map((row) => row.text);
  });
}

/** The server's settings by name. */
export async function readSettings(
  database_url: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  return withClient(database_url, async (client) => {
    const result = await client.query<{ name: string; value: string }>(
      'select name, current_setting(name) as value from pg_settings where name = any($1)',
      [names],
    );
    return Object.fromEntries(result.rows.map((row) => [row.name, row.value]));
  });
}

/** Reads the collation and character classification of the service's database. */
export async function readLocale(
  database_url: string,
): Promise<{ provider: string; locale: string; upper: string }> {
  return withClient(database_url, async (client) => {
    const result = await client.query<{ provider: string; locale: string; upper: string }>(
      `select datlocprovider as provider, datlocale as locale, upper('é') as upper
       from pg_database where datname = current_database()`,
    );
    const [row] = result.rows;
    if (!row) throw new Error('the current database is not listed');
    return row;
  });
}

/** Ends every connection of other clients, including the one that holds the membership. */
export async function endOtherConnections(database_url: string): Promise<void> {
  await withClient(database_url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    ),
  );
}

/** Counts the connections that hold a membership. */
export async function countMembers(database_url: string): Promise<number> {
  return withClient(database_url, async (client) => {
    const result = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name = 'guichet keeper'`,
    );
    return result.rows[0]?.count ?? 0;
  });
}

/** Opens an idle connection; `pid` is its server process. */
export async function openBackend(database_url: string): Promise<{ pid: number; end(): void }> {
  const client = new pg.Client({ connectionString: database_url });
  client.on('error', () => {});
  await client.connect();
  const result = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const [row] = result.rows;
  if (!row) throw new Error('the server did not return its process');
  return { pid: row.pid, end: () => void client.end() };
}

async function withClient<T>(database_url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database_url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
