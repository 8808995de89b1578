import pg from 'pg';

/** Figures of a database. */
export interface DatabaseFigures {
  /** All connections except the one that runs this query. */
  readonly connections: number;
  /** Jobs that are waiting or running. */
  readonly jobs: number;
  readonly dead_rows: number;
  /**
   * Dead rows as a percentage of autovacuum's default threshold: 50 and a fifth of the rows, in each table.
   */
  readonly dead_percent: number;
  readonly indexes_mb: number;
  /** The indexes of the jobs. Their rows are short-lived, so the indexes should not grow. */
  readonly job_indexes_mb: number;
  /**
   * The size of all indexes per live row. Payments are kept, so the indexes grow, but not faster than the
   * rows.
   */
  readonly index_bytes_a_row: number;
}

/** Reads the figures over a separate connection, and closes it. */
export async function readDatabase(database_url: string): Promise<DatabaseFigures> {
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    const { rows } = await client.query<DatabaseFigures>(
      `select
        (select count(*) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid())::int as connections,
        (select count(*) from graphile_worker._private_jobs)::int as jobs,
        sum(n_dead_tup)::int as dead_rows,
        (100 * sum(n_dead_tup) / sum(50 + n_live_tup / 5))::float as dead_percent,
        (sum(pg_indexes_size(relid)) / 1048576)::float as indexes_mb,
        (pg_indexes_size('graphile_worker._private_jobs') / 1048576.0)::float as job_indexes_mb,
        (sum(pg_indexes_size(relid)) / greatest(sum(n_live_tup), 1))::float as index_bytes_a_row
      from pg_stat_user_tables`,
    );
    const [row] = rows;
    if (!row) throw new Error('the database has no figures');
    return row;
  } finally {
    await client.end();
  }
}

/** Reads the path of the database's folder. If the service runs as root, it is outside the data folder. */
export async function readFolder(database_url: string): Promise<string> {
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory ?? '';
  } finally {
    await client.end();
  }
}
