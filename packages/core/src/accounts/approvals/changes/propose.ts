import { makeId } from '@guichet/kernel/ids';
import type { Role } from '../../../platform/actor/roles.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type { SponsorWay } from '../../../platform/database/tables/payout-orders.ts';
import type { ApprovalRule } from '../limits.ts';
import { hasApprovalRule, insertSponsorship } from '../queries.ts';
import { lacksDecider, mayApprove } from '../standing.ts';
import { type ApprovalChange, type ChangeSubject, insertChange, lockWaiting, wasRefused } from './queries.ts';
import { transitionChange } from './transition.ts';

/** The person who proposes a change. */
interface Proposer {
  readonly user_id: string;
  readonly name: string;
}

/** Proposes a weaker payout rule. The caller has locked all memberships. */
export async function proposeRule(
  tx: Connection,
  proposer: Proposer,
  rule: ApprovalRule & Pick<ApprovalChange, 'merchant_id'> & { mode: 'test' | 'live'; currency: string },
): Promise<ApprovalChange> {
  const { merchant_id, mode, currency } = rule;
  const { approval_above_minor, approval_day_above_minor, approval_recipient_above_minor } = rule;
  return propose(tx, proposer, {
    ...{ merchant_id, kind: 'rule', mode, currency, user_id: null, user_name: null, way: null },
    ...{ approval_above_minor, approval_day_above_minor, approval_recipient_above_minor },
  });
}

/**
 * Records that a member of staff invited or promoted somebody, or gave them new credentials. If this makes the
 * person an approver, or gives an approver's role again to somebody whose confirmation was refused, they count as an
 * approver only after a different person has confirmed them. Commands are not recorded, because they are run by the
 * person who runs the service. The caller has locked all memberships.
 *
 * @param role the previous role, null for none, and the new one
 */
export async function sponsor(
  tx: Connection,
  by: Proposer,
  {
    merchant_id,
    user_id,
    name,
    way,
  }: { merchant_id: string; user_id: string; name: string; way: SponsorWay },
  role: { readonly before: Role | null; readonly now: Role },
): Promise<void> {
  if (by.user_id === user_id) return;
  const was_approver = role.before !== null && mayApprove(role.before);
  const is_new =
    mayApprove(role.now) &&
    (way === 'password_link' || !was_approver || (await wasRefused(tx, { merchant_id, user_id })));
  if (way !== 'raised' || is_new) {
    await insertSponsorship(tx, { merchant_id, sponsor_id: by.user_id, user_id, way });
  }
  if (!is_new || !(await hasApprovalRule(tx, merchant_id))) return;
  await propose(tx, by, {
    ...{ merchant_id, kind: 'approver', mode: null, currency: null, user_id, user_name: name, way },
    ...{ approval_above_minor: null, approval_day_above_minor: null, approval_recipient_above_minor: null },
  });
}

/**
 * Replaces the pending change when the same rule is set again, or when the person whom the change makes an approver
 * no longer is one.
 */
export async function replaceChange(
  tx: Connection,
  merchant_id: string,
  about: ChangeSubject,
): Promise<void> {
  const waiting = await lockWaiting(tx, merchant_id, about);
  if (waiting) await transitionChange(tx, waiting, 'replaced', null);
}

async function propose(
  tx: Connection,
  { user_id: proposed_by, name: proposed_by_name }: Proposer,
  change: Pick<
    ApprovalChange,
    | 'merchant_id'
    | 'kind'
    | 'mode'
    | 'currency'
    | 'approval_above_minor'
    | 'approval_day_above_minor'
    | 'approval_recipient_above_minor'
    | 'user_id'
    | 'user_name'
    | 'way'
  >,
): Promise<ApprovalChange> {
  const { merchant_id, user_id } = change;
  await replaceChange(tx, merchant_id, user_id === null ? change : { user_id });
  const is_alone = await lacksDecider(tx, merchant_id, { wanted_by: proposed_by, about: user_id });
  const id = makeId('approval_change');
  return insertChange(tx, { ...change, id, status: 'waiting', proposed_by, proposed_by_name }, { is_alone });
}
