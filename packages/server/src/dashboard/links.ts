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
import Type from 'typebox';
import type { Operation, PublicCall } from './operation.ts';
import { passwordProblem } from './password.ts';
import { hashPassword } from './password-hash.ts';

const passwords = { problem: passwordProblem, hash: hashPassword };
const tag = 'Links';

/** Operations behind a link: an invitation, or choosing a new password. */
export const link_operations: readonly Operation[] = [
  {
    access: 'public',
    method: 'POST',
    path: '/invitation',
    id: 'showInvitation',
    tag,
    summary: 'What an invitation is to',
    body: InvitationTokenInput,
    errors: [],
    success: { status: 200, message: 'You are invited.', data: OpenInvitation },
    handle: (call) => limited(call, ({ ctx, actor, body }) => showInvitation(ctx, actor, body)),
  },
  {
    access: 'public',
    method: 'POST',
    path: '/invitation/accept',
    id: 'acceptInvitation',
    tag,
    summary: 'Accept an invitation; sign in next',
    body: AcceptInput,
    errors: ['conflict'],
    success: {
      status: 201,
      message: 'Welcome. Sign in to continue.',
      data: Type.Object({ email: Type.String(), merchant_id: Type.String() }),
    },
    handle: (call) =>
      limited(call, ({ ctx, actor, body }) => acceptInvitation(ctx, actor, { passwords, body })),
  },
  {
    access: 'public',
    method: 'POST',
    path: '/password',
    id: 'setPasswordByLink',
    tag,
    summary: 'Choose a new password; all your sessions end',
    body: NewPasswordInput,
    errors: [],
    success: {
      status: 200,
      message: 'Your new password is set. Sign in with it.',
      data: Type.Object({ email: Type.String(), merchant_id: Type.String() }),
    },
    handle: (call) =>
      limited(call, ({ ctx, actor, body }) => setPasswordByLink(ctx, actor, { passwords, body })),
  },
];

/** Hashing a password takes work, even for a client without a link. */
async function limited(
  call: PublicCall,
  answer: (call: PublicCall) => Promise<unknown>,
): Promise<{ data: unknown }> {
  const attempt = await countSignInAttempt(call.ctx, { address: call.actor.address });
  const data = await answer(call);
  await attempt.succeeded();
  return { data };
}
