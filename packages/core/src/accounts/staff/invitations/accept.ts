import { AppError, invalidFields } from '@guichet/kernel/errors';
import { type Problem, problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { Person, VisitorActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import { roles } from '../../../platform/actor/roles.ts';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { sponsor } from '../../approvals/changes/propose.ts';
import { actAs, authorOf } from '../../audit/act-as.ts';
import { nameProblem, StaffName } from '../fields.ts';
import { makeStaffId } from '../ids.ts';
import { hashToken } from '../links.ts';
import { mayStill } from '../makers.ts';
import { insertMember, listMembers, lockMembers } from '../members/queries.ts';
import { findStaffByEmail, insertStaff, putPassword } from '../queries.ts';
import { findOpenInvitation, markAccepted } from './queries.ts';

/** The maximum is slightly longer than any token. */
export const Token = Type.String({ minLength: 1, maxLength: 100 });

/** An invitation as shown to the visitor who opens its link. */
export const OpenInvitation = Type.Object({
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  email: Type.String(),
  role: Type.Enum(roles),
  invited_by: Type.String(),
});
export type OpenInvitation = Static<typeof OpenInvitation>;

export const InvitationTokenInput = Type.Object({ token: Token }, { additionalProperties: false });
const checkToken = makeCheck(InvitationTokenInput);

/**
 * Gets an invitation by its token.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `not_found` when it was used, revoked or has expired, or
 * when its author could no longer create it
 */
export async function showInvitation(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: VisitorActor,
  input: unknown,
): Promise<OpenInvitation> {
  requireScope(actor, 'links:use');
  const { merchant_id, merchant_name, email, role, invited_by } = await find(
    db,
    checkToken(input).token,
    clock.now(),
  );
  return { merchant: { id: merchant_id, name: merchant_name }, email, role, invited_by };
}

export const AcceptInput = Type.Object(
  { token: Token, name: StaffName, password: Type.String({ maxLength: 1000 }) },
  { additionalProperties: false },
);
const check = makeCheck(AcceptInput);

/** Password policy and hashing, supplied by the sign-in library. */
export interface Passwords {
  /** @returns undefined when the password is acceptable */
  problem(
    password: string,
    owner: { readonly email: string; readonly name?: string },
  ): Promise<Problem | undefined>;
  hash(password: string): Promise<string>;
}

/**
 * Creates a member from an invitation, independent of any sign-in that the same person has at a different merchant.
 * The member then has to sign in.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `not_found`, `conflict` if a member already has the e-mail
 * address
 */
export async function acceptInvitation(
  ctx: Context,
  actor: VisitorActor,
  { passwords, body }: { readonly passwords: Passwords; readonly body: unknown },
): Promise<{ email: string; merchant_id: string }> {
  requireScope(actor, 'links:use');
  const { address, request_id } = actor;
  const from = { address, request_id };
  const { token, name, password } = check(body, { name: nameProblem });
  const at = ctx.clock.now();
  const { email, merchant_id } = await find(ctx.db, token, at);
  const wrong = await passwords.problem(password, { email, name });
  if (wrong !== undefined) throw invalidFields({ password: [wrong] });
  const password_hash = await passwords.hash(password);
  const user_id = makeStaffId('stf');
  const person: Person = { user_id, merchant_id, name: name.trim(), email, ...from };
  await actAs(ctx, authorOf(person))
    .db.transaction()
    .execute(async (tx) => {
      const { id, role, maker_id, invited_by } = await use(tx, { merchant_id, token, at });
      if (!(await markAccepted(tx, { merchant_id, id }, user_id, at))) throw gone();
      if (await findStaffByEmail(tx, merchant_id, email)) {
        throw new AppError('conflict', {
          reason: problem('works_here', 'This person already works for this merchant.'),
        });
      }
      await insertStaff(tx, {
        ...{ id: user_id, merchant_id, name: person.name, email },
        ...{ language: null, created_at: at },
      });
      await putPassword(tx, { user_id, password_hash, at });
      await insertMember(tx, { merchant_id, user_id, role, created_at: at, updated_at: at });
      if (maker_id === null) return;
      const by = { user_id: maker_id, name: invited_by };
      await sponsor(
        tx,
        by,
        { merchant_id, user_id, name: person.name, way: 'invited' },
        { before: null, now: role },
      );
    });
  return { email, merchant_id };
}

async function find(db: Connection, token: string, at: Date) {
  const invitation = await findOpenInvitation(db, hashToken(token), at);
  if (!invitation) throw gone();
  const members = await listMembers(db, invitation.merchant_id);
  if (!mayStill(invitation, invitation.role, members)) throw gone();
  return invitation;
}

/** Finds the invitation under a lock, so that nobody joins, leaves or changes role in the meantime. */
async function use(
  tx: Connection,
  { merchant_id, token, at }: { merchant_id: string; token: string; at: Date },
) {
  await lockMembers(tx, merchant_id);
  return find(tx, token, at);
}

function gone(): AppError {
  return new AppError('not_found', {
    reason: problem(
      'invitation_gone',
      'This invitation was used or withdrawn, is older than 7 days, or its author may no longer invite people. Ask for a new one.',
    ),
  });
}
