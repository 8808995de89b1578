import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

/** The statements that open a transaction, as Kysely writes them. */
const opening = /^\s*(begin|start transaction)\b/i;
const ending = /^\s*(commit|rollback)\s*$/i;

/**
 * Wraps a pool so that every transaction sets its author, for the audit triggers. A statement outside a transaction
 * gets a transaction of its own. The setting ends with the transaction, so the next user of a connection, even
 * behind a pooler, is never mistaken for the previous one.
 *
 * @param authorOf returns the JSON for the triggers; called at the start of each transaction
 */
export function actingPool(pool: PostgresPool, authorOf: () => string): PostgresPool {
  return {
    options: pool.options,
    connect: async () => actingClient(await pool.connect(), authorOf),
    end: () => pool.end(),
  };
}

function actingClient(client: PostgresPoolClient, authorOf: () => string): PostgresPoolClient {
  let is_open = false;
  const ask = <Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> =>
    client.query<Row>(text, values);
  const sign = () => ask(`select set_config('guichet.author', $1, true)`, [authorOf()]);

  const askSigned = async <Row>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    if (ending.test(text)) is_open = false;
    if (opening.test(text)) {
      const answer = await ask<Row>(text, values);
      await sign();
      is_open = true;
      return answer;
    }
    if (is_open || ending.test(text)) return ask<Row>(text, values);
    await ask('begin', []);
    try {
      await sign();
      const answer = await ask<Row>(text, values);
      await ask('commit', []);
      return answer;
    } catch (error) {
      await ask('rollback', []);
      throw error;
    }
  };

  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Cursor>(cursor: Cursor): Cursor;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('cursors are not supported');
    return askSigned(text, values);
  }
  return { query, release: (destroy) => client.release(destroy) };
}
