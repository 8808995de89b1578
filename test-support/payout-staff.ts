import type { Context, Role, StaffActor } from '@guichet/core/platform';
import { insertMember, insertStaff } from '@guichet/core/testing';

let made = 0;

/** Makes a member of staff in test mode for the dashboard's verbs, without a row in the database. */
export function makeStaff(merchant_id: string, role: Role, name = 'Awa'): StaffActor {
  made += 1;
  return {
    ...{ kind: 'staff', user_id: `stf_${made}`, name, email: `${name.toLowerCase()}-${made}@shop.example` },
    ...{ merchant_id, role, mode: 'test', address: '192.0.2.1', request_id: `req_${made}` },
  };
}

/** Makes a member of staff with a row in the database, which approvals require. */
export async function makeMember(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ...who: Parameters<typeof makeStaff>
): Promise<StaffActor> {
  const actor = makeStaff(...who);
  const { user_id, merchant_id, role, name, email } = actor;
  const created_at = clock.now();
  await insertStaff(db, { id: user_id, merchant_id, name, email, language: null, created_at });
  await insertMember(db, { merchant_id, user_id, role, created_at, updated_at: created_at });
  return actor;
}
