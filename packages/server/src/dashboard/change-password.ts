import { changePassword } from '@guichet/core/accounts';
import type { Means } from './admit.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { cookieWith } from './renew-cookie.ts';
import type { SignedIn } from './session.ts';

/**
 * Changes a password in place of the sign-in library, which would replace whatever password is stored by then: also
 * one that a link has set since the current one was compared.
 */
export async function answerPasswordChange(
  { ctx, auth }: Pick<Means, 'ctx' | 'auth'>,
  { person, session_id }: SignedIn,
  { currentPassword: current, newPassword: next }: Readonly<Record<string, unknown>>,
): Promise<Response> {
  if (typeof current !== 'string' || typeof next !== 'string') {
    return Response.json(
      { code: 'VALIDATION_ERROR', message: 'Both passwords are required' },
      { status: 400 },
    );
  }
  const change = { current, next, verify: verifyPassword, hash: hashPassword };
  const token = await changePassword(ctx, { ...person, kind: 'person', session_id }, change);
  if (token === undefined) {
    return Response.json({ code: 'INVALID_PASSWORD', message: 'Invalid password' }, { status: 400 });
  }
  return Response.json({}, { headers: { 'set-cookie': await cookieWith(auth, token) } });
}
