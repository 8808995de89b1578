import type { ServiceActor } from '../actor/actor.ts';
import { requireScope } from '../actor/require-scope.ts';
import type { Context } from '../context.ts';
import { analyze, listOutgrown } from './queries.ts';

/**
 * Has PostgreSQL analyze tables that have outgrown its statistics, such as new tables and those of a restored
 * database. Autovacuum does so too, but up to a minute later, or not at all if it is switched off; until then,
 * database sessions keep the plans that suited an empty table.
 */
export async function refreshStatistics({ db }: Pick<Context, 'db'>, actor: ServiceActor): Promise<void> {
  requireScope(actor, 'jobs:run');
  for (const name of await listOutgrown(db)) await analyze(db, name);
}
