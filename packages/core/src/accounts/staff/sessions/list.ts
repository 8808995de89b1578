import { timestampText } from '@guichet/kernel/clock';
import Type, { type Static } from 'typebox';
import type { PersonActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { listOpenSessions } from './queries.ts';

const SessionObject = Type.Object({
  id: Type.String(),
  user_agent: Type.Union([Type.String(), Type.Null()], {
    description: 'User agent that the browser reported.',
  }),
  address: Type.Union([Type.String(), Type.Null()], {
    description: 'IP address from which the session was opened.',
  }),
  opened_at: Type.String(),
  used_at: Type.String({ description: 'To the minute.' }),
  is_this: Type.Boolean({ description: 'Whether this is the current session.' }),
});

export const Sessions = Type.Object({ sessions: Type.Array(SessionObject) });
export type Sessions = Static<typeof Sessions>;

/** Lists the actor's own sessions without their tokens, which scripts on the page must not see. */
export async function listSessions(
  { db, session_limits }: Pick<Context, 'db' | 'session_limits'>,
  actor: PersonActor,
): Promise<Sessions> {
  requireScope(actor, 'own:read');
  const { user_id, session_id } = actor;
  const rows = await listOpenSessions(db, user_id, session_limits);
  return {
    sessions: rows.map(({ id, user_agent, ip_address, opened_at, used_at }) => ({
      id,
      user_agent,
      address: ip_address,
      opened_at: timestampText(opened_at),
      used_at: timestampText(used_at),
      is_this: id === session_id,
    })),
  };
}
