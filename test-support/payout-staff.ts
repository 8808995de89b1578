import type { Actor } from '@guichet/core/staff/actor';
import type { Role } from '@guichet/core/staff/roles';

let made = 0;

/** Somebody who works for a merchant in test mode, as the verbs of the dashboard see them. */
export function makeStaff(merchant_id: string, role: Role, name = 'Awa'): Actor {
  made += 1;
  return {
    ...{ kind: 'staff', user_id: `stf_${made}`, name, email: `${name.toLowerCase()}-${made}@shop.example` },
    ...{ merchant_id, role, mode: 'test', address: '192.0.2.1', request_id: `req_${made}` },
  };
}
