import {
  changeEmail,
  EmailInput,
  Me,
  MeInput,
  ProofInput,
  reauthenticateByPassword,
  showMe,
  updateMe,
} from '@guichet/core/accounts';
import Type from 'typebox';
import type { PersonalOperation } from './operation.ts';
import { verifyPassword } from './password-hash.ts';

/** Operations on the person who is signed in. */
export const me_operations: readonly PersonalOperation[] = [
  {
    access: 'personal',
    method: 'GET',
    path: '',
    id: 'showMe',
    tag: 'Me',
    summary: 'Who is signed in, and the merchant they work for',
    errors: [],
    success: { status: 200, message: 'You.', data: Me },
    handle: async ({ ctx, actor }) => ({ data: await showMe(ctx, actor) }),
  },
  {
    access: 'personal',
    method: 'PATCH',
    path: '',
    id: 'updateMe',
    tag: 'Me',
    summary: 'Change your name and language',
    body: MeInput,
    errors: [],
    success: { status: 200, message: 'Saved.', data: Me },
    handle: async ({ ctx, actor, body }) => ({ data: await updateMe(ctx, actor, body) }),
  },
  {
    access: 'personal',
    method: 'POST',
    path: '/email',
    id: 'changeEmail',
    tag: 'Me',
    summary: 'Sign in with another e-mail address from now on',
    needs_proof: 'always',
    body: EmailInput,
    errors: ['conflict'],
    success: { status: 200, message: 'Saved.', data: Type.Object({ email: Type.String() }) },
    handle: async ({ ctx, actor, body }) => ({ data: await changeEmail(ctx, actor, body) }),
  },
  {
    access: 'personal',
    method: 'POST',
    path: '/proof',
    id: 'prove',
    tag: 'Me',
    summary: 'Show by your password that it is you; a code or a passkey does the same',
    body: ProofInput,
    errors: ['conflict'],
    success: { status: 200, message: 'Thank you.', data: Type.Object({ email: Type.String() }) },
    handle: async ({ ctx, actor, renewSession, body }) => {
      await reauthenticateByPassword(ctx, actor, { verify: verifyPassword, body });
      await renewSession();
      return { data: { email: actor.email } };
    },
  },
];
