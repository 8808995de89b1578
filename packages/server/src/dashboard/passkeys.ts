import type { Context } from '@guichet/core/context';
import { hasPasskey, isPasskeyKnown } from '@guichet/core/staff/passkeys/queries';
import { AppError } from '@guichet/kernel/errors';
import { passkey_known } from './passkey-known.ts';
import type { SignedIn } from './session.ts';

type Ctx = Pick<Context, 'db'>;
type Body = Readonly<Record<string, unknown>>;

/**
 * Looks whether a passkey that is to be renamed or removed is one's own: of somebody else's, the sign-in library says
 * that it is there, and falls over it.
 *
 * @throws AppError `not_found`
 */
export async function requireOwnPasskey({ db }: Ctx, { person }: SignedIn, { id }: Body): Promise<void> {
  if (typeof id === 'string' && (await hasPasskey(db, person.user_id, id))) return;
  throw new AppError('not_found', { message: 'You have no passkey with this id.' });
}

/** What a registration is to the library: a session is begun by signing in, and by nothing else. */
export function readRegistration({ response, name }: Body): Body {
  return { response, name };
}

/** Of two registrations of the same passkey at once, one finds it taken only when it writes. */
export async function explainFailure({ db }: Ctx, { response }: Body, answer: Response): Promise<Response> {
  if (answer.status !== 500) return answer;
  const id = (response as { id?: unknown } | null | undefined)?.id;
  if (typeof id !== 'string' || !(await isPasskeyKnown(db, id))) return answer;
  return Response.json(passkey_known, { status: 400 });
}
