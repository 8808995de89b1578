import { timestampText } from '@guichet/kernel/clock';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { listStaff } from './queries.ts';

/** Lists all staff who can sign in, with their merchant, for the person who runs the service. */
export async function listAllStaff({ db }: Pick<Context, 'db'>, actor: CommandActor) {
  requireScope(actor, 'installation:read');
  const people = await listStaff(db);
  return people.map(({ id, name, email, two_factor_enabled, created_at, merchant_id, role }) => ({
    ...{ id, name, email, two_factor_enabled },
    created_at: timestampText(created_at),
    ...{ merchant_id, role },
  }));
}
