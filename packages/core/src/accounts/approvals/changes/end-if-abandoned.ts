import { scopes_of } from '../../../platform/actor/roles.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type { HeldMember } from '../../staff/members/queries.ts';
import type { ApprovalChange } from './queries.ts';
import { transitionChange } from './transition.ts';

/**
 * Ends a proposed payout rule, without applying it, if its author may no longer set rules. A change that
 * makes somebody an approver is not ended: it remains valid after the inviter has left.
 *
 * @param members the merchant's members; the caller has locked them and the change
 * @returns whether it ended the change
 */
export async function endIfAbandoned(
  tx: Connection,
  change: ApprovalChange,
  members: readonly HeldMember[],
): Promise<boolean> {
  const role = members.find(({ user_id }) => user_id === change.proposed_by)?.role;
  const mayWant = role !== undefined && scopes_of[role].includes('settings:write');
  if (change.kind !== 'rule' || mayWant) return false;
  return (await transitionChange(tx, change, 'replaced', null)) !== undefined;
}
