import { AppError, invalidFields } from '@guichet/kernel/errors';
import { type Problem, problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import { actAs, authorOf } from '../../audit/act-as.ts';
import type { Context } from '../../context.ts';
import type { Connection } from '../../database/connect.ts';
import type { Person } from '../actor.ts';
import { Name, nameProblem } from '../fields.ts';
import { makeStaffId } from '../ids.ts';
import { hashToken } from '../links.ts';
import { insertMember } from '../members/queries.ts';
import { findStaffByEmail, insertStaff, putPassword } from '../queries.ts';
import { roles } from '../roles.ts';
import { findOpenInvitation, markAccepted } from './queries.ts';

/** As many characters as a token has, and some more. */
export const Token = Type.String({ minLength: 1, maxLength: 100 });

/** What somebody sees who opens the link. */
export const OpenInvitation = Type.Object({
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  email: Type.String(),
  role: Type.Enum(roles),
  invited_by: Type.String(),
  has_account: Type.Boolean({ description: 'Whether to sign in first, or to choose a name and a password.' }),
});
export type OpenInvitation = Static<typeof OpenInvitation>;

export const TokenInput = Type.Object({ token: Token }, { additionalProperties: false });
const checkToken = makeCheck(TokenInput);

/**
 * What an invitation is to.
 *
 * @throws AppError `invalid_fields`, `not_found` when it was used, taken back, or is too old
 */
export async function showInvitation(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  input: unknown,
): Promise<OpenInvitation> {
  const { merchant_id, merchant_name, email, role, invited_by } = await find(
    db,
    checkToken(input).token,
    clock.now(),
  );
  const has_account = (await findStaffByEmail(db, email)) !== undefined;
  return { merchant: { id: merchant_id, name: merchant_name }, email, role, invited_by, has_account };
}

export const NewcomerInput = Type.Object(
  { token: Token, name: Name, password: Type.String({ maxLength: 1000 }) },
  { additionalProperties: false },
);
const checkNewcomer = makeCheck(NewcomerInput);

/** How a password is judged and hashed: the sign-in library's part. */
export interface Passwords {
  /** @returns undefined when it may be used */
  problem(
    password: string,
    owner: { readonly email: string; readonly name?: string },
  ): Promise<Problem | undefined>;
  hash(password: string): Promise<string>;
}

/**
 * Makes a person of somebody who was invited and has no account yet. They sign in next.
 *
 * @throws AppError `invalid_fields`, `not_found`, `conflict` when the e-mail address has an account
 */
export async function acceptAsNewcomer(
  ctx: Context,
  passwords: Passwords,
  input: unknown,
  from: { readonly address: string; readonly request_id: string },
): Promise<{ email: string; merchant_id: string }> {
  const { token, name, password } = checkNewcomer(input, { name: nameProblem });
  const at = ctx.clock.now();
  const { email, merchant_id } = await find(ctx.db, token, at);
  const wrong = await passwords.problem(password, { email, name });
  if (wrong !== undefined) throw invalidFields({ password: [wrong] });
  const password_hash = await passwords.hash(password);
  const user_id = makeStaffId('stf');
  const person: Person = { user_id, name: name.trim(), email, ...from };
  await actAs(ctx, authorOf(person))
    .db.transaction()
    .execute(async (tx) => {
      if (await findStaffByEmail(tx, email)) {
        throw new AppError('conflict', {
          reason: problem('has_account', 'You have an account already: sign in to accept.'),
        });
      }
      await insertStaff(tx, { id: user_id, name: person.name, email, language: null, created_at: at });
      await putPassword(tx, { user_id, password_hash, at });
      await join(tx, token, user_id, at);
    });
  return { email, merchant_id };
}

/**
 * Accepts an invitation as somebody who is signed in with the e-mail address that was invited.
 *
 * @throws AppError `invalid_fields`, `not_found`, `forbidden` for another address
 */
export async function acceptInvitation(
  ctx: Context,
  person: Person,
  input: unknown,
): Promise<{ merchant_id: string }> {
  const { token } = checkToken(input);
  const at = ctx.clock.now();
  const { email, merchant_id } = await find(ctx.db, token, at);
  if (email !== person.email) {
    throw new AppError('forbidden', {
      reason: problem(
        'invitation_for_other',
        `This invitation is for ${email}. Sign in with that address to accept it.`,
        { email },
      ),
    });
  }
  await ctx.db.transaction().execute((tx) => join(tx, token, person.user_id, at));
  return { merchant_id };
}

async function find(db: Connection, token: string, at: Date) {
  const invitation = await findOpenInvitation(db, hashToken(token), at);
  if (!invitation) throw gone();
  return invitation;
}

async function join(tx: Connection, token: string, user_id: string, at: Date): Promise<void> {
  const { merchant_id, id, role } = await find(tx, token, at);
  if (!(await markAccepted(tx, { merchant_id, id }, user_id, at))) throw gone();
  // Whoever works there already keeps the role they have.
  await insertMember(tx, { merchant_id, user_id, role, created_at: at, updated_at: at });
}

function gone(): AppError {
  return new AppError('not_found', {
    reason: problem(
      'invitation_gone',
      'This invitation was used or taken back, or is older than 7 days. Ask for a new one.',
    ),
  });
}
