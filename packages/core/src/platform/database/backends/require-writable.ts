import type pg from 'pg';
import { isReadOnly } from './queries.ts';

/** SQLSTATE read_only_sql_transaction. */
const read_only = '25006';

/** The error of a database that accepts no writes, with the code that PostgreSQL gives to a write. */
export class ReadOnlyError extends Error {
  readonly code = read_only;

  constructor() {
    super('the database accepts no writes: it is a standby, or default_transaction_read_only is on');
    this.name = 'ReadOnlyError';
  }
}

/**
 * Requires that the database accepts writes. After a fail-over, the former primary may be back as a standby.
 * A connection to it can still read, so a process would keep it, although the address now leads elsewhere.
 *
 * @throws ReadOnlyError
 */
export async function requireWritable(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  if (await isReadOnly(client)) throw new ReadOnlyError();
}
