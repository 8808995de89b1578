import { EndedSessions, endOtherSessions, endSession, listSessions, Sessions } from '@guichet/core/accounts';
import { withActor, withPath } from './handle.ts';
import { personalOperations } from './list-operations.ts';

/** Operations on a person's open sessions. */
export const session_operations = personalOperations('Me', {
  listSessions: {
    route: 'GET /sessions',
    summary: 'Your open sessions',
    errors: [],
    success: { status: 200, message: 'Your sessions.', data: Sessions },
    handle: withActor(listSessions),
  },
  endSession: {
    route: 'DELETE /sessions/{id}',
    summary: 'End one of your sessions elsewhere',
    needs_proof: 'always',
    errors: [],
    success: { status: 200, message: 'Signed out there.', data: EndedSessions },
    handle: withPath('id', endSession),
  },
  endOtherSessions: {
    route: 'DELETE /sessions',
    summary: 'End all your other sessions, and the trust in all devices',
    needs_proof: 'always',
    errors: [],
    success: { status: 200, message: 'Signed out everywhere else.', data: EndedSessions },
    handle: withActor(endOtherSessions),
  },
});
