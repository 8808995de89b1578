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

/** Operations on the signed-in person. */
export const me_operations = personalOperations('Me', {
  showMe: {
    route: 'GET /',
    summary: 'The signed-in person, and the merchant they work for',
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
    summary: 'Change the e-mail address you sign in with',
    needs_proof: 'always',
    body: EmailInput,
    errors: ['conflict'],
    success: { status: 200, message: 'Saved.', data: Type.Object({ email: Type.String() }) },
    handle: withBody(changeEmail),
  },
  prove: {
    route: 'POST /proof',
    summary: 'Step-up authentication by password; a code or a passkey works too',
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
