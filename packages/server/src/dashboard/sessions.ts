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
    handle: async ({ ctx, actor }) => ({ data: await listSessions(ctx, actor) }),
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
    handle: async ({ ctx, actor, params: { id = '' } }) => ({ data: await endSession(ctx, actor, id) }),
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
    handle: async ({ ctx, actor }) => ({ data: await endOtherSessions(ctx, actor) }),
  },
];
