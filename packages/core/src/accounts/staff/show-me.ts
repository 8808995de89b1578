import { AppError } from '@guichet/kernel/errors';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { PersonActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import { isPrivileged, roles, scopes, scopes_of } from '../../platform/actor/roles.ts';
import type { Context } from '../../platform/context.ts';
import { isRecovering } from '../../platform/recovery/queries.ts';
import { nameProblem, StaffName } from './fields.ts';
import { findMembership, findStaff, type Membership, updateStaff } from './queries.ts';
import { findSecondFactors } from './reauthentication/queries.ts';
import { findSessionAuthentication } from './sessions/queries.ts';

const Language = Type.Enum(['en', 'fr'] as const);

/** The signed-in person and their merchant. */
export const Me = Type.Object({
  user: Type.Object({
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    language: Type.Union([Language, Type.Null()], { description: 'Null for the language of the browser.' }),
    two_factor_enabled: Type.Boolean(),
    has_passkey: Type.Boolean(),
  }),
  has_second_factor: Type.Boolean({
    description: 'Whether this session has used a second factor or a passkey.',
  }),
  recovering: Type.Boolean({
    description: 'Whether the service may have lost data, and sends nothing until a person opens it.',
  }),
  merchant: Type.Object({
    id: Type.String(),
    name: Type.String(),
    role: Type.Enum(roles),
    scopes: Type.Array(Type.Enum(scopes), {
      description: 'Scopes of the role; none while a second factor is missing.',
    }),
    needs_second_factor: Type.Boolean({
      description: 'Nothing is allowed there until this session has used a second factor.',
    }),
    needs_second_factor_in_live: Type.Boolean({
      description: 'Nothing is allowed there in live mode until this session has used a second factor.',
    }),
    is_demo: Type.Boolean(),
  }),
});
export type Me = Static<typeof Me>;

/** @throws AppError `forbidden`, `authentication_required` when the person has been removed */
export async function showMe(
  { db, session_limits }: Pick<Context, 'db' | 'session_limits'>,
  actor: PersonActor,
): Promise<Me> {
  requireScope(actor, 'own:read');
  const { user_id, session_id } = actor;
  const staff = await findStaff(db, user_id);
  const membership = await findMembership(db, user_id);
  if (!staff || !membership) {
    throw new AppError('authentication_required', { message: 'Sign in to continue.' });
  }
  const { id, name, email, language, two_factor_enabled } = staff;
  const { passkey: has_passkey } = await findSecondFactors(db, user_id);
  const has_second_factor =
    (await findSessionAuthentication(db, session_id, session_limits))?.second_factor ?? false;
  return {
    user: { id, name, email, language, two_factor_enabled, has_passkey },
    has_second_factor,
    recovering: await isRecovering(db),
    merchant: presentMembership(membership, has_second_factor),
  };
}

function presentMembership(
  { merchant_id, merchant_name, role, is_demo, ...rules }: Membership,
  has_second_factor: boolean,
): Me['merchant'] {
  const needs_second_factor = rules.second_factor_required && !has_second_factor;
  const in_live = rules.second_factor_in_live && isPrivileged(role) && !has_second_factor;
  return {
    ...{ id: merchant_id, name: merchant_name, role, is_demo, needs_second_factor },
    scopes: needs_second_factor ? [] : [...scopes_of[role]],
    needs_second_factor_in_live: needs_second_factor || in_live,
  };
}

export const MeInput = Type.Object(
  {
    name: Type.Optional(StaffName),
    language: Type.Optional(Type.Union([Language, Type.Null()])),
  },
  { additionalProperties: false },
);
const check = makeCheck(MeInput);

/**
 * Changes the actor's own name and language.
 *
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function updateMe(
  ctx: Pick<Context, 'db' | 'clock' | 'session_limits'>,
  actor: PersonActor,
  input: unknown,
): Promise<Me> {
  requireScope(actor, 'own:write');
  const change = check(input, { name: nameProblem });
  await updateStaff(ctx.db, actor.user_id, {
    ...(change.name !== undefined && { name: change.name.trim() }),
    ...(change.language !== undefined && { language: change.language }),
    updated_at: ctx.clock.now(),
  });
  return showMe(ctx, actor);
}
