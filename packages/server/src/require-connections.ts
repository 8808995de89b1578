import type { Context, Pooling } from '@guichet/core/platform';
import { judgePooling, requireOwnConnections, requirePrepared } from '@guichet/core/serving';
import type { Role } from './config.ts';

/**
 * Checks whether a pooler in front of the database supports what a role needs. Otherwise all would seem well at the
 * start, and jobs, webhooks and requests would fail later, now and then.
 *
 * @throws PoolerError
 */
export async function requireConnections(pool: Context['pool'], role: Role): Promise<Pooling> {
  if (role !== 'web') {
    await requireOwnConnections(pool, `GUICHET_ROLE=${role} works on jobs, which takes listening and locks`);
  }
  const pooling = await judgePooling(pool);
  if (pooling === 'transaction') await requirePrepared(pool);
  return pooling;
}
