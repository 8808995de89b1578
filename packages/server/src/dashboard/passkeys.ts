import { hasPasskey, nameProblem, StaffName } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import { AppError, invalidFields } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { SignedIn } from './session.ts';

type Ctx = Pick<Context, 'db'>;
type Body = Readonly<Record<string, unknown>>;

const checkName = makeCheck(Type.Object({ name: StaffName }));
/** Base64url of the id that a device gives a passkey: 1,023 bytes at most (WebAuthn section 4, Credential ID). */
const credential_id = /^[\w-]{1,1364}$/;
/** Transports of a device are short words, seven in all (WebAuthn section 5.8.4). */
const transport = /^[\w-]{1,32}$/;

/**
 * Checks that a passkey to be renamed or removed is the person's own. For other people's, the sign-in library would
 * throw, and so reveal that they exist.
 *
 * @throws AppError `not_found`
 */
export async function requireOwnPasskey({ db }: Ctx, { person }: SignedIn, { id }: Body): Promise<void> {
  const isId = typeof id === 'string' && /^\w{1,64}$/.test(id);
  if (isId && (await hasPasskey(db, person.user_id, id))) return;
  throw new AppError('not_found', { message: 'You have no passkey with this id.' });
}

/**
 * Reads a registration for the library, without fields that would start a session.
 *
 * @throws AppError `invalid_fields` for a name, or a response of a device, on which the library or the database
 * would fail
 */
export function readRegistration({ response, name }: Body): Body {
  requireName(name);
  requireAnswer(response);
  const { transports } = response.response as { transports?: unknown };
  const isListed =
    Array.isArray(transports) && transports.every((way) => typeof way === 'string' && transport.test(way));
  if (transports !== undefined && !isListed) throw notOfDevice();
  return { response, name };
}

/** Reads an authentication for the library. @throws AppError `invalid_fields` */
export function readAuthentication({ response }: Body): Body {
  requireAnswer(response);
  return { response };
}

/** Reads the new name of a passkey. @throws AppError `invalid_fields` */
export function readRename({ id, name }: Body): Body {
  requireName(name ?? '');
  return { id, name };
}

function requireName(name: unknown): void {
  if (name === undefined) return;
  const wrong = nameProblem(checkName({ name }).name);
  if (wrong) throw invalidFields({ name: [wrong] });
}

type Answer = { readonly response: object };

function requireAnswer(answer: unknown): asserts answer is Answer {
  const { id, rawId, type, response } = (isObject(answer) ? answer : {}) as Partial<Record<string, unknown>>;
  const isNamed = typeof id === 'string' && credential_id.test(id) && rawId === id;
  if (!isNamed || type !== 'public-key' || !isObject(response)) throw notOfDevice();
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function notOfDevice(): AppError {
  return invalidFields({
    response: [problem('wrong_form', 'is not a valid response from a device: try again in the browser')],
  });
}
