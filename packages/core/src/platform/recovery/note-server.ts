import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { RecoveryReason } from '../database/tables/installation.ts';
import { beginOrRenew } from './begin-or-renew.ts';
import {
  type Installation,
  insertInstallation,
  lockInstallation,
  readServerIdentity,
  type ServerIdentity,
  updateInstallation,
} from './queries.ts';

/** A period without a look that is longer than this is recorded: processes look every 2 seconds. */
const gap_min_ms = 10_000;

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
    if (!row) {
      const gap = { gap_from: null, gap_to: null };
      return insertInstallation(tx, { id: randomUUID(), ...server, seen_at: now, ...gap });
    }
    const seen_at = row.seen_at > now ? row.seen_at : now;
    const isGap = now.getTime() - row.seen_at.getTime() > gap_min_ms;
    await updateInstallation(tx, {
      ...server,
      seen_at,
      ...(isGap && { gap_from: row.seen_at, gap_to: now }),
    });
    const loss = findLoss(row, server, known);
    if (loss) await beginOrRenew(ctx, tx, { ...loss, began_at: now, began_by: 'the service' });
    return { id: row.id, seen_at };
  });
}

interface Loss {
  readonly reason: Exclude<RecoveryReason, 'requested'>;
  readonly lost_since: Date;
}

/** @returns the reason to assume that data is missing; undefined if there is none */
function findLoss(
  row: Installation,
  { system_identifier, timeline }: Pick<ServerIdentity, 'system_identifier' | 'timeline'>,
  known: SeenDatabase | null,
): Loss | undefined {
  const lost_since = row.seen_at;
  if (known?.id === row.id) {
    if (row.seen_at < known.seen_at) return { reason: 'older', lost_since };
    // A process that remembers nothing saw the restored database first, and has recorded a later time since.
    const { gap_from, gap_to } = row;
    if (gap_from && gap_to && gap_from < known.seen_at && known.seen_at < gap_to) {
      return { reason: 'older', lost_since: gap_from };
    }
  }
  const differs = <Value>(one: Value | null, other: Value | null): boolean =>
    one !== null && other !== null && one !== other;
  if (differs(row.system_identifier, system_identifier)) return { reason: 'other_server', lost_since };
  // If every commit waited for the standby, the standby has all commits.
  if (differs(row.timeline, timeline) && !row.synchronous) return { reason: 'other_timeline', lost_since };
  return undefined;
}
