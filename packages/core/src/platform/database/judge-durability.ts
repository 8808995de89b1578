import type { Connection } from './connect.ts';
import { type Durability, readDurability } from './queries.ts';

/**
 * The error when PostgreSQL may lose data that it has confirmed. Its settings must be fixed before the service
 * handles money.
 */
export class DurabilityError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DurabilityError';
  }
}

/**
 * Values of `synchronous_commit` under which a confirmed commit survives a crash of the server and of its standbys.
 */
const safe_commits: ReadonlySet<string> = new Set(['on', 'remote_apply']);

/** Describes how a crash of the server could lose a confirmed payment; undefined if it could not. */
export function describeLoss({ fsync, synchronous_commit }: Durability): string | undefined {
  if (fsync !== 'on') {
    return 'fsync is off in PostgreSQL: a crash of its machine can lose or corrupt confirmed payments. Set fsync = on.';
  }
  if (safe_commits.has(synchronous_commit)) return undefined;
  return `synchronous_commit is ${synchronous_commit} in PostgreSQL: a crash can lose confirmed payments, and a lost payout may be sent again. Set it to on.`;
}

/**
 * Describes the loss that a failover to a standby can cause: an asynchronous standby lacks the last commits, so the
 * service may repeat payouts of which it has no record.
 */
export function describeFailOver({
  standbys,
  asynchronous,
  hidden,
  synchronous_standby_names,
}: Durability): string | undefined {
  const left = synchronous_standby_names === '' ? standbys : asynchronous;
  if (left === 0) {
    // With synchronous_standby_names, somebody has taken care of it.
    if (hidden === 0 || synchronous_standby_names !== '') return undefined;
    return `${hidden === 1 ? '1 follower' : `${hidden} followers`} of PostgreSQL may be a standby without the last payouts or only a backup: this role may not see which. Grant it pg_read_all_stats, or set synchronous_standby_names.`;
  }
  const who = left === 1 ? '1 standby follows' : `${left} standbys follow`;
  const advice =
    synchronous_standby_names === ''
      ? 'Set synchronous_standby_names.'
      : 'Name it in synchronous_standby_names, or never fail over to it.';
  return `${who} asynchronously, which is a way to pay twice: after a fail-over the last payouts may be missing there and be sent again. ${advice}`;
}

/**
 * Requires that a crash of the server loses no confirmed data.
 *
 * @returns a description of the loss that a failover could cause; undefined if none
 * @throws DurabilityError
 */
export async function requireDurable(db: Connection): Promise<string | undefined> {
  const found = await readDurability(db);
  const loss = describeLoss(found);
  if (loss !== undefined) throw new DurabilityError(loss);
  return describeFailOver(found);
}
