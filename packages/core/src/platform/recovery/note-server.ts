import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Connection } from '../database/connect.ts';
import type { RecoveryReason } from '../database/tables/installation.ts';
import { beginOrRenew } from './begin-or-renew.ts';
import {
  findUnseenSince,
  type Installation,
  insertInstallation,
  insertUnseenPeriod,
  lockInstallation,
  readServerIdentity,
  type ServerIdentity,
  updateInstallation,
} from './queries.ts';

/** A period without a look that is longer than this is recorded: processes look every 2 seconds. */
const gap_min_ms = 10_000;
/** The age at which the record of such a period is deleted: a process's `last-seen.json` is rarely older. */
const gap_kept_ms = 90 * 24 * 3_600_000;

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
    const seen_at = row.seen_at > now ? row.seen_at : now;
    await updateInstallation(tx, { ...server, seen_at });
    if (now.getTime() - row.seen_at.getTime() > gap_min_ms) {
      const period = { began_at: row.seen_at, ended_at: now };
      await insertUnseenPeriod(tx, period, new Date(now.getTime() - gap_kept_ms));
    }
    const loss = (await findOlder(tx, row, known)) ?? findChange(row, server);
    if (loss) await beginOrRenew(ctx, tx, { ...loss, began_at: now, began_by: 'the service' });
    return { id: row.id, seen_at };
  });
}

interface Loss {
  readonly reason: Exclude<RecoveryReason, 'requested'>;
  readonly lost_since: Date;
}

/** @returns the loss, if the database is older than a state that a process remembers */
async function findOlder(
  tx: Connection,
  row: Installation,
  known: SeenDatabase | null,
): Promise<Loss | undefined> {
  if (known?.id !== row.id) return undefined;
  if (row.seen_at < known.seen_at) return { reason: 'older', lost_since: row.seen_at };
  // A process that remembered nothing may have seen the restored database first, and recorded a later time.
  const lost_since = await findUnseenSince(tx, known.seen_at);
  return lost_since && { reason: 'older', lost_since };
}

/** @returns the loss, if the database is on a server that may lack commits of the one recorded last */
function findChange(
  row: Installation,
  { system_identifier, timeline }: Pick<ServerIdentity, 'system_identifier' | 'timeline'>,
): Loss | undefined {
  const lost_since = row.seen_at;
  const differs = <Value>(one: Value | null, other: Value | null): boolean =>
    one !== null && other !== null && one !== other;
  if (differs(row.system_identifier, system_identifier)) return { reason: 'other_server', lost_since };
  // If every commit waited for the standby, the standby has all commits.
  if (differs(row.timeline, timeline) && !row.synchronous) return { reason: 'other_timeline', lost_since };
  return undefined;
}
