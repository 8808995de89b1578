import { EndedSessions, endOtherSessions, endSession, listSessions, Sessions } from '@guichet/core/accounts';
import { withActor, withPath } from './handle.ts';
import { personalOperations } from './list-operations.ts';

/** Operations on a person's open sessions. */
export const session_operations = personalOperations('Me', {
  listSessions: {
    route: 'GET /sessions',
    summary: 'Where you are signed in',
    errors: [],
    success: { status: 200, message: 'Your sessions.', data: Sessions },
    handle: withActor(listSessions),
  },
  endSession: {
    route: 'DELETE /sessions/{id}',
    summary: 'Sign out somewhere else',
    needs_proof: 'always',
    errors: [],
    success: { status: 200, message: 'Signed out there.', data: EndedSessions },
    handle: withPath('id', endSession),
  },
  endOtherSessions: {
    route: 'DELETE /sessions',
    summary: 'Sign out everywhere else, and trust no device any more',
    needs_proof: 'always',
    errors: [],
    success: { status: 200, message: 'Signed out everywhere else.', data: EndedSessions },
    handle: withActor(endOtherSessions),
  },
});
