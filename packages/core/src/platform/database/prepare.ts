import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/**
 * The maximum number of statements that are prepared. Further statements, such as those with lists of varying
 * length, are planned each time.
 */
const texts_max = 500;
/** 22 characters are 132 bits; a name may have up to 63 characters. */
const digest_length = 22;
/** The SQLSTATE when the columns of a table have changed since a statement was prepared. */
const outdated_state = '0A000';
/** Statements that open a transaction, those that change a setting for it, and those that end one. */
const opening = /^\s*(?:begin|start transaction)\b/i;
const setting = /^\s*set local\b/i;
const ending = /^\s*(?:commit|rollback)\s*$/i;
/** Statements that are harmless even if the transaction in which they should run could not be opened. */
const reading = /^\s*select\b/i;

/**
 * Wraps a pool so that each connection prepares each statement once. There are few different statements and they
 * repeat, and PostgreSQL takes longer to parse and plan a statement than to run it.
 *
 * A newer version may add columns while this process is running; the affected statements are then prepared again. A
 * statement outside a transaction is repeated immediately; a transaction fails once.
 *
 * The statements that open a transaction are sent with its first statement, in one message and without waiting for
 * their own response.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  let names = new Map<string, string>();
  let generation = 0;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= texts_max) return known;
    // The name is derived from the text, so that the same name always means the same statement, even if a pooler
    // mixes up the connections of processes.
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, digest_length);
    const name = `guichet_${generation}_${digest}`;
    names.set(text, name);
    return name;
  };
  const ask = async (client: pg.PoolClient, text: string, values: readonly unknown[]) => {
    const name = values.length === 0 ? undefined : nameOf(text);
    const query = { text, values: [...values] };
    if (name === undefined) return client.query(query);
    try {
      return await client.query({ ...query, name });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== outdated_state) throw error;
      names = new Map();
      generation++;
      if (client.getTransactionStatus() !== 'I') throw error;
      return client.query(query);
    }
  };
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const run = openingLate(client, (text, values) => ask(client, text, values));
    function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
    function query<Cursor>(cursor: Cursor): Cursor;
    function query(text: unknown, values: readonly unknown[] = []): unknown {
      if (typeof text !== 'string') throw new Error('cursors are not supported');
      return run.query(text, values);
    }
    const release = (destroy?: boolean): void => {
      run.forget();
      client.release(destroy);
    };
    return { query, release };
  };
  // Kysely identifies a connection by its wrapper, so each connection keeps the same one.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

type Ask = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

/**
 * Delays the statements that open a transaction until its first statement. A connection without `pipeline` sends
 * them immediately.
 */
function openingLate(client: pg.PoolClient, ask: Ask): { readonly query: Ask; forget(): void } {
  let kept: readonly string[] = [];
  const open = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const texts = kept.join('; ');
    kept = [];
    if (!reading.test(text)) {
      await client.query(texts);
      return ask(text, values);
    }
    const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    const opened = client.query(texts);
    const asked = ask(text, values);
    stream.uncork();
    const [, result] = await Promise.all([opened, asked]);
    return result;
  };
  return {
    query: async (text, values) => {
      const isOpening = opening.test(text) || (kept.length > 0 && setting.test(text));
      if (isOpening && client.pipeline) {
        kept = [...kept, text];
        return nothing('BEGIN');
      }
      if (kept.length === 0) return ask(text, values);
      if (!ending.test(text)) return open(text, values);
      kept = [];
      return nothing(text.trim().toUpperCase());
    },
    forget: () => {
      kept = [];
    },
  };
}

const nothing = (command: string): pg.QueryResult => ({
  command,
  rowCount: null,
  oid: 0,
  fields: [],
  rows: [],
});
