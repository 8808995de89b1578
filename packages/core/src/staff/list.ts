import { timestampText } from '@guichet/kernel/clock';
import type { Context } from '../context.ts';
import { listStaff } from './queries.ts';
import type { Role } from './roles.ts';

/** Everybody who can sign in, and where they work, for the person who runs the service. */
export async function listAllStaff({ db }: Pick<Context, 'db'>) {
  const people = Map.groupBy(await listStaff(db), ({ id }) => id);
  return [...people.values()].flatMap(([person, ...others]) => {
    if (!person) return [];
    const { id, name, email, two_factor_enabled, created_at } = person;
    const memberships = [person, ...others].flatMap(
      ({ merchant_id, role }): { merchant_id: string; role: Role }[] =>
        merchant_id === null || role === null ? [] : [{ merchant_id, role }],
    );
    return [{ id, name, email, two_factor_enabled, created_at: timestampText(created_at), memberships }];
  });
}
