import type { Context } from '../../../platform/context.ts';
import { holdPasswordHash } from '../queries.ts';
import { deleteSessionByToken, forgetDevices } from './queries.ts';

/** The password that a sign-in relies on, as it was stored before the sign-in began. */
export interface Reliance {
  readonly user_id: string;
  /** Null for somebody without a password. */
  readonly password_hash: string | null;
}

/**
 * Ends what a sign-in has just opened if the password that it relied on was replaced meanwhile. Whoever replaces a
 * password locks its row before ending the sessions, so that this waits for them; and a session opened before the
 * row was locked is among those that they end.
 *
 * @param token of the new session; undefined if the sign-in still waits for the second factor
 * @returns whether it was replaced
 */
export async function endIfReplaced(
  { db }: Pick<Context, 'db'>,
  { user_id, password_hash }: Reliance,
  token: string | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if ((await holdPasswordHash(tx, user_id)) === password_hash) return false;
    if (token !== undefined) await deleteSessionByToken(tx, token);
    await forgetDevices(tx, user_id);
    return true;
  });
}
