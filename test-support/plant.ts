import type { TestContext } from './context.ts';

/**
 * Changes rows behind the back of every trigger and key, as a wrong repair by hand would.
 *
 * @throws Error when a statement changes nothing: the test would prove nothing
 */
export async function plant(ctx: Pick<TestContext, 'pool'>, ...statements: readonly string[]): Promise<void> {
  const client = await ctx.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) {
      const { rowCount } = await client.query(statement);
      if (rowCount === 0) throw new Error(`nothing was changed by: ${statement}`);
    }
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}
