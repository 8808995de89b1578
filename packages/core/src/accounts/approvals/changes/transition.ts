import type { Connection } from '../../../platform/database/connect.ts';
import { putApprovalLimits } from '../queries.ts';
import { type ApprovalChange, updateChangeStatus } from './queries.ts';
import { type ChangeEvent, findChangeRule } from './states.ts';

/**
 * Writes a change's status; no other function does. If the transition makes a new rule take effect, the rule is set
 * in the same transaction. The change's row is locked, and a trigger writes the audit log. Whether somebody is a
 * confirmed approver depends only on the status of the latest change about them.
 *
 * @param by the person who decides; null for the service
 * @returns the updated row, or undefined if the event is refused in the change's status
 */
export async function transitionChange(
  tx: Connection,
  change: ApprovalChange,
  event: ChangeEvent,
  by: { readonly user_id: string; readonly name: string } | null,
): Promise<ApprovalChange | undefined> {
  const rule = findChangeRule(change.status, event);
  if (!rule) return undefined;
  const facts = by === null ? {} : { decided_by: by.user_id, decided_by_name: by.name };
  const changed = await updateChangeStatus(tx, change, { from: rule.from, to: rule.to, facts });
  if (!changed) return undefined;
  if (rule.takes_effect && changed.kind === 'rule') await putApprovalLimits(tx, changed);
  return changed;
}
