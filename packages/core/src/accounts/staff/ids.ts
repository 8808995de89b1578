import { randomBytes } from 'node:crypto';

/** Generates a unique id: `stf_...` for people and their credentials, `inv_...` for invitations. */
export function makeStaffId(prefix: 'stf' | 'inv'): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`;
}
