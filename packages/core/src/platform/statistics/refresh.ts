import type { ServiceActor } from '../actor/actor.ts';
import { requireScope } from '../actor/require-scope.ts';
import type { Context } from '../context.ts';
import { limitStatements } from '../database/connect.ts';
import { analyze, listOutgrown } from './queries.ts';

/** The limit of time for the analysis of one table, which may be large. */
const analyze_max_ms = 300_000;

/**
 * Has PostgreSQL analyze tables that have outgrown its statistics, such as new tables and those of a restored
 * database. Autovacuum does so too, but up to a minute later, or not at all if it is switched off; until then,
 * database sessions keep the plans that suited an empty table.
 */
export async function refreshStatistics(ctx: Pick<Context, 'db'>, actor: ServiceActor): Promise<void> {
  requireScope(actor, 'jobs:run');
  const { db } = limitStatements(ctx, analyze_max_ms);
  for (const name of await listOutgrown(ctx.db)) await analyze(db, name);
}
