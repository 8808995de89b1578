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
import { withActor, withBody } from './handle.ts';
import { personalOperations } from './list-operations.ts';
import { verifyPassword } from './password-hash.ts';

/** Operations on the person who is signed in. */
export const me_operations = personalOperations('Me', {
  showMe: {
    route: 'GET /',
    summary: 'Who is signed in, and the merchant they work for',
    errors: [],
    success: { status: 200, message: 'You.', data: Me },
    handle: withActor(showMe),
  },
  updateMe: {
    route: 'PATCH /',
    summary: 'Change your name and language',
    body: MeInput,
    errors: [],
    success: { status: 200, message: 'Saved.', data: Me },
    handle: withBody(updateMe),
  },
  changeEmail: {
    route: 'POST /email',
    summary: 'Sign in with another e-mail address from now on',
    needs_proof: 'always',
    body: EmailInput,
    errors: ['conflict'],
    success: { status: 200, message: 'Saved.', data: Type.Object({ email: Type.String() }) },
    handle: withBody(changeEmail),
  },
  prove: {
    route: 'POST /proof',
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
});
