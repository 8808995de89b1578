import { randomBytes } from 'node:crypto';

/** A unique id with its prefix: `stf_...` of people and what they sign in with, `inv_...` of invitations. */
export function makeStaffId(prefix: 'stf' | 'inv'): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`;
}
