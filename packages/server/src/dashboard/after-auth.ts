import {
  clearSecondFactor,
  endSessions,
  findSecondFactors,
  forgetDevices,
  type Identity,
  noteRefusal,
  noteSignIn,
  noteSignOut,
  recordAuthentication,
  type SignInMethod,
} from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Means } from './admit.ts';
import { renewCookie } from './renew-cookie.ts';
import type { SignedIn } from './session.ts';
import type { SigningIn } from './sign-in.ts';

/** A request to the sign-in library with its response. */
export interface Asked {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Session before the request; null if nobody was signed in. */
  readonly before: SignedIn | null;
  readonly response: Response;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The people whose passwords were compared at sign-in. */
  readonly tried: readonly Pick<Identity, 'user_id'>[];
}

/** Second factors by endpoint. */
const second_factors: Readonly<Record<string, SignInMethod>> = {
  '/two-factor/verify-totp': 'code',
  '/two-factor/verify-backup-code': 'recovery_code',
  '/passkey/verify-authentication': 'passkey',
};

/** Records what a success proves about the person, and writes the audit log. */
export async function followSuccess(means: Pick<Means, 'ctx' | 'auth'>, asked: Asked): Promise<void> {
  const { ctx } = means;
  const { path, before, request, reply } = asked;
  const way = second_factors[path];
  const from = { address: request.ip, request_id: request.id };
  if (path === '/sign-in/email' || way !== undefined) {
    const { token, user_id, is_trusted } = await readSession(asked);
    if (token === undefined && before && way !== undefined) {
      return renewCookie(means, before, { second_factor: true }, reply);
    }
    // The password was correct, and the second factor is required next.
    if (token === undefined || user_id === undefined) return;
    const { app, passkey } = await findSecondFactors(ctx.db, user_id);
    await recordAuthentication(
      ctx.db,
      { token },
      {
        second_factor: way !== undefined || is_trusted,
        // A trusted device, or the password of a person with a passkey, signs the person in but does not count as
        // step-up authentication.
        is_proof: way !== undefined || !(app || passkey),
      },
    );
    // With a second factor, the same person has only authenticated again.
    const is_same = before?.person.user_id === user_id;
    if (!is_same || way === undefined) await noteSignIn(ctx, user_id, way ?? 'password', from);
    return;
  }
  if (!before) return;
  if (path === '/sign-out') {
    await endBefore(ctx, before);
    return noteSignOut(ctx, before.person);
  }
  if (path === '/passkey/verify-registration') {
    return renewCookie(means, before, { second_factor: true }, reply);
  }
  if (path === '/two-factor/disable') {
    await forgetDevices(ctx.db, before.person.user_id);
    const { token = before.session_token } = await readSession(asked);
    await recordAuthentication(ctx.db, { token }, { second_factor: before.second_factor });
  }
  if (path === '/two-factor/disable' || path === '/passkey/delete-passkey') {
    const { app, passkey } = await findSecondFactors(ctx.db, before.person.user_id);
    if (!app && !passkey) await clearSecondFactor(ctx.db, before.person.user_id);
  }
}

/**
 * Ends the session of a request that has signed somebody in, or has begun to, so that none is left behind unused. If
 * it was somebody else's, they are signed out.
 */
export async function endReplaced(
  ctx: Means['ctx'],
  before: SignedIn,
  signed_in: string | undefined,
): Promise<void> {
  await endBefore(ctx, before);
  if (before.person.user_id !== signed_in) await noteSignOut(ctx, before.person);
}

/** Ends the session of a request, even if the request carried a token that has since been renewed. */
async function endBefore(
  { db }: Pick<Context, 'db'>,
  { person, session_id, renewed_as }: SignedIn,
): Promise<void> {
  await endSessions(db, person.user_id, { id: renewed_as ?? session_id });
}

/**
 * Records a wrong password or code in the audit log. Wrong codes at sign-in are recorded by the database itself.
 */
export async function followRefusal({ ctx }: Pick<Means, 'ctx'>, asked: Asked): Promise<void> {
  const { path, before, response, request, tried } = asked;
  const from = { address: request.ip, request_id: request.id };
  if (path === '/sign-in/email') {
    const user_ids = tried.map(({ user_id }) => user_id);
    if (response.status === 401) await noteRefusal(ctx, { user_ids, way: 'password', ...from });
    return;
  }
  if (!before) return;
  const { code } = (await response.clone().json()) as { code?: unknown };
  const way = code === 'INVALID_PASSWORD' ? 'password' : code === 'INVALID_CODE' ? 'code' : undefined;
  if (way !== undefined) await noteRefusal(ctx, { user_ids: [before.person.user_id], way, ...from });
}

/**
 * Records a refusal at each merchant whose sign-in with the address has a different password, although
 * another merchant accepted the password.
 */
export async function followSearch(
  { ctx }: Pick<Means, 'ctx'>,
  { missed }: Pick<SigningIn, 'missed'>,
  { ip: address, id: request_id }: FastifyRequest,
): Promise<void> {
  const user_ids = missed.map(({ user_id }) => user_id);
  await noteRefusal(ctx, { user_ids, way: 'password', is_accepted_elsewhere: true, address, request_id });
}

interface Opened {
  /** Token of the new session; undefined if the previous one continues. */
  readonly token: string | undefined;
  readonly user_id: string | undefined;
  /** True if a password was enough because the device is trusted from an earlier second factor. */
  readonly is_trusted: boolean;
}

export async function readSession({ response }: Pick<Asked, 'response'>): Promise<Opened> {
  const set = response.headers
    .getSetCookie()
    .map((cookie) => /session_token=([^;.]+)/.exec(cookie)?.[1])
    .find((token) => token !== undefined);
  const { user, session } = (await response.clone().json()) as {
    user?: { id?: string; twoFactorEnabled?: boolean };
    session?: { userId?: string };
  };
  return {
    token: set,
    user_id: user?.id ?? session?.userId,
    is_trusted: user?.twoFactorEnabled === true,
  };
}
