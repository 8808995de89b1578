import { EndedSessions, endOtherSessions, endSession, listSessions, Sessions } from '@guichet/core/accounts';
import type { PersonalOperation } from './operation.ts';

const tag = 'Me';

/** Operations on a person's open sessions. */
export const session_operations: readonly PersonalOperation[] = [
  {
    access: 'personal',
    method: 'GET',
    path: '/sessions',
    id: 'listSessions',
    tag,
    summary: 'Where you are signed in',
    errors: [],
    success: { status: 200, message: 'Your sessions.', data: Sessions },
    handle: async ({ ctx, person, session_id }) => ({
      data: await listSessions(ctx, { user_id: person.user_id, session_id }),
    }),
  },
  {
    access: 'personal',
    method: 'DELETE',
    path: '/sessions/{id}',
    id: 'endSession',
    tag,
    summary: 'Sign out somewhere else',
    needs_proof: 'always',
    errors: [],
    success: { status: 200, message: 'Signed out there.', data: EndedSessions },
    handle: async ({ ctx, person, params: { id = '' } }) => ({ data: await endSession(ctx, person, id) }),
  },
  {
    access: 'personal',
    method: 'DELETE',
    path: '/sessions',
    id: 'endOtherSessions',
    tag,
    summary: 'Sign out everywhere else, and trust no device any more',
    needs_proof: 'always',
    errors: [],
    success: { status: 200, message: 'Signed out everywhere else.', data: EndedSessions },
    handle: async ({ ctx, person, session_id }) => ({
      data: await endOtherSessions(ctx, { user_id: person.user_id, session_id }),
    }),
  },
];
