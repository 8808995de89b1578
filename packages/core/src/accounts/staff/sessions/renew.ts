import { randomBytes } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { makeStaffId } from '../ids.ts';
import { recordAuthentication } from '../reauthentication/queries.ts';
import { keepFormerToken, lockSession, replaceToken } from './queries.ts';

/** A session as identified by a request: by its current or its former token. */
export interface GivenSession {
  readonly session_id: string;
  readonly session_token: string;
}

/**
 * Records an authentication and gives the session a new token (OWASP ASVS 5.0, 7.2.4). For actions that do not
 * require recent authentication, the former token stays valid for a minute, so that a lost response, or a
 * concurrent request from another tab, does not sign the person out. A second authentication with the former token
 * yields the same new token.
 *
 * @param kept.second_factor undefined leaves it unchanged
 * @returns the session's current token; undefined if the session has ended in the meantime
 */
export async function renewSession(
  { db }: Pick<Context, 'db'>,
  { session_id, session_token }: GivenSession,
  kept: { readonly second_factor?: boolean } = {},
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const session = await lockSession(tx, session_id);
    if (session === undefined) return undefined;
    await recordAuthentication(tx, { id: session.id }, kept);
    if (session.token !== session_token) return session.token;
    const token = randomBytes(24).toString('base64url');
    await replaceToken(tx, session.id, token);
    await keepFormerToken(tx, session, makeStaffId('stf'));
    return token;
  });
}
