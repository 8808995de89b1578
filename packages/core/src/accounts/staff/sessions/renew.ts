import { randomBytes } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { makeStaffId } from '../ids.ts';
import { keepProof } from '../proofs/queries.ts';
import { keepFormerToken, lockSession, replaceToken } from './queries.ts';

/** A session as a request named it: by its current token or by the one before. */
export interface GivenSession {
  readonly session_id: string;
  readonly session_token: string;
}

/**
 * Records a proof of identity and gives the session a new token (OWASP ASVS 5.0, 7.2.4). The old token stays valid for a
 * minute for what needs no proof, so that a lost response, or a request that another tab has in flight, signs nobody out.
 * A second proof with the old token yields the same new one.
 *
 * @param kept.second_step undefined: it stays as it was
 * @returns the session's current token; undefined when the session has ended meanwhile
 */
export async function renewSession(
  { db }: Pick<Context, 'db'>,
  { session_id, session_token }: GivenSession,
  kept: { readonly second_step?: boolean } = {},
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const session = await lockSession(tx, session_id);
    if (session === undefined) return undefined;
    await keepProof(tx, { id: session.id }, kept);
    if (session.token !== session_token) return session.token;
    const token = randomBytes(24).toString('base64url');
    await replaceToken(tx, session.id, token);
    await keepFormerToken(tx, session, makeStaffId('stf'));
    return token;
  });
}
