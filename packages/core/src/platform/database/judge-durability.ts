import type { Connection } from './connect.ts';
import { type Durability, readDurability } from './queries.ts';

/** PostgreSQL may lose what it has confirmed: to be mended in its settings before money depends on it. */
export class DurabilityError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DurabilityError';
  }
}

/** Values of `synchronous_commit` under which a commit that was confirmed survives a crash, of standbys too. */
const safe_commits: ReadonlySet<string> = new Set(['on', 'remote_apply']);

/** Says how a crash of the server could lose a payout that was confirmed; undefined where it could not. */
export function describeLoss({ fsync, synchronous_commit }: Durability): string | undefined {
  if (fsync !== 'on') {
    return 'fsync is off in PostgreSQL: a crash of its machine can lose or corrupt confirmed payments. Set fsync = on.';
  }
  if (safe_commits.has(synchronous_commit)) return undefined;
  return `synchronous_commit is ${synchronous_commit} in PostgreSQL: a crash can lose confirmed payments, and a payout that is lost may be sent again. Set it to on.`;
}

/**
 * Reports what a fail-over to a standby can lose: an asynchronous standby lacks the last commits, and the service may
 * pay again what it no longer knows of.
 */
export function describeFailOver({
  standbys,
  asynchronous,
  synchronous_standby_names,
}: Durability): string | undefined {
  const left = synchronous_standby_names === '' ? standbys : asynchronous;
  if (left === 0) return undefined;
  const who = left === 1 ? '1 standby follows' : `${left} standbys follow`;
  const advice =
    synchronous_standby_names === ''
      ? 'Set synchronous_standby_names.'
      : 'Name it in synchronous_standby_names, or never fail over to it.';
  return `${who} asynchronously, which is a way to pay twice: after a fail-over the last payouts may be missing there, and sent a second time. ${advice}`;
}

/**
 * Requires that a crash of the server loses nothing that it has confirmed.
 *
 * @returns what a fail-over could lose; undefined where it loses nothing
 * @throws DurabilityError
 */
export async function requireDurable(db: Connection): Promise<string | undefined> {
  const found = await readDurability(db);
  const loss = describeLoss(found);
  if (loss !== undefined) throw new DurabilityError(loss);
  return describeFailOver(found);
}
