import {
  AcceptInput,
  acceptInvitation,
  countSignInAttempt,
  InvitationTokenInput,
  NewPasswordInput,
  OpenInvitation,
  setPasswordByLink,
  showInvitation,
} from '@guichet/core/accounts';
import type { Context, VisitorActor } from '@guichet/core/platform';
import Type from 'typebox';
import { publicOperations } from './list-operations.ts';
import type { PublicOperation } from './operation.ts';
import { passwordProblem } from './password.ts';
import { hashPassword } from './password-hash.ts';

const passwords = { problem: passwordProblem, hash: hashPassword };
const KnownPerson = Type.Object({ email: Type.String(), merchant_id: Type.String() });

/** Operations behind a link: an invitation, or choosing a new password. */
export const link_operations = publicOperations('Links', {
  showInvitation: {
    route: 'POST /invitation',
    summary: 'Merchant, role and sender of an invitation',
    body: InvitationTokenInput,
    errors: [],
    success: { status: 200, message: 'You are invited.', data: OpenInvitation },
    handle: limited(showInvitation),
  },
  acceptInvitation: {
    route: 'POST /invitation/accept',
    summary: 'Accept an invitation; sign in next',
    body: AcceptInput,
    errors: ['conflict'],
    success: { status: 201, message: 'Welcome. Sign in to continue.', data: KnownPerson },
    handle: limited((ctx, actor, body) => acceptInvitation(ctx, actor, { passwords, body })),
  },
  setPasswordByLink: {
    route: 'POST /password',
    summary: 'Choose a new password; all your sessions end',
    body: NewPasswordInput,
    errors: [],
    success: { status: 200, message: 'Your new password is set. Sign in with it.', data: KnownPerson },
    handle: limited((ctx, actor, body) => setPasswordByLink(ctx, actor, { passwords, body })),
  },
});

/** Limits attempts by address: hashing a password takes work, even for a client without a link. */
function limited(
  verb: (ctx: Context, actor: VisitorActor, body: unknown) => Promise<unknown>,
): PublicOperation['handle'] {
  return async ({ ctx, actor, body }) => {
    const attempt = await countSignInAttempt(ctx, { address: actor.address });
    const data = await verb(ctx, actor, body);
    await attempt.succeeded();
    return { data };
  };
}
