import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { RecoveryReason } from '../database/tables/installation.ts';
import {
  type Installation,
  insertInstallation,
  insertRecovery,
  lockInstallation,
  readServerIdentity,
  type ServerIdentity,
  updateInstallation,
} from './queries.ts';

/** The part of the database's identity that a process remembers outside of the database. */
export type SeenDatabase = Pick<Installation, 'id' | 'seen_at'>;

/**
 * Compares the database with its known identity, and records that it was seen. If data may be missing, a recovery
 * begins in the same transaction: from then on no process sends anything.
 *
 * @param known the identity that this process, or an earlier one on this machine, remembers
 * @returns the identity to remember
 */
export async function noteServer(
  ctx: Pick<Context, 'db' | 'log'>,
  known: SeenDatabase | null,
): Promise<SeenDatabase> {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockInstallation(tx);
    const { now, ...server } = await readServerIdentity(tx);
    if (!row) return insertInstallation(tx, { id: randomUUID(), ...server, seen_at: now });
    const reason = findReason(row, server, known);
    const facts = { reason, lost_since: row.seen_at };
    if (reason !== undefined) {
      if (
        await insertRecovery(tx, { reason, lost_since: row.seen_at, began_at: now, began_by: 'the service' })
      ) {
        ctx.log.error(
          facts,
          'data may be missing from the database: nothing is sent until a person opens the service',
        );
      }
    }
    const seen_at = row.seen_at > now ? row.seen_at : now;
    await updateInstallation(tx, { ...server, seen_at });
    return { id: row.id, seen_at };
  });
}

/** @returns the reason to assume that data is missing; undefined if there is none */
function findReason(
  row: Installation,
  { system_identifier, timeline }: Pick<ServerIdentity, 'system_identifier' | 'timeline'>,
  known: SeenDatabase | null,
): Exclude<RecoveryReason, 'requested'> | undefined {
  if (known?.id === row.id && row.seen_at < known.seen_at) return 'older';
  const differs = <Value>(one: Value | null, other: Value | null): boolean =>
    one !== null && other !== null && one !== other;
  if (differs(row.system_identifier, system_identifier)) return 'other_server';
  // If every commit waited for the standby, the standby has all commits.
  if (differs(row.timeline, timeline) && !row.synchronous) return 'other_timeline';
  return undefined;
}
