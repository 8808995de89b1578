import type { Context, Pooling } from '@guichet/core/platform';
import { judgePooling, requireOwnConnections, requirePrepared } from '@guichet/core/serving';
import type { Role } from './config.ts';

/**
 * Checks whether a pooler in front of the database supports the features that a role needs. Otherwise the service
 * would start normally, and jobs, webhooks and requests would fail intermittently later.
 *
 * @throws PoolerError
 */
export async function requireConnections(pool: Context['pool'], role: Role): Promise<Pooling> {
  if (role !== 'web') {
    await requireOwnConnections(pool, `GUICHET_ROLE=${role} runs jobs, which need LISTEN and locks`);
  }
  const pooling = await judgePooling(pool);
  if (pooling === 'transaction') await requirePrepared(pool);
  return pooling;
}
