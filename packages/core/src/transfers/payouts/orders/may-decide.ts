import type { StaffActor } from '../../../platform/actor/actor.ts';
import { scopes_of } from '../../../platform/actor/roles.ts';
import type { PayoutOrderTable } from '../../../platform/database/tables/payout-orders.ts';
import type { OrderedPayout } from './queries.ts';

type Order = Pick<PayoutOrderTable, 'approval' | 'made_by'> | Readonly<Record<'approval', null>>;

/**
 * Returns a person's rights over a payout that awaits approval. Its author may withdraw it but never approve it,
 * whatever their role. After a restore, nobody decides on a payout that an operator has had.
 */
export function mayDecide(
  { role, user_id }: StaffActor,
  order: Order | OrderedPayout,
): { approve: boolean; refuse: boolean } {
  const hadOperator = 'status' in order && order.status !== 'pending';
  if (order.approval !== 'waiting' || hadOperator) return { approve: false, refuse: false };
  const is_own = order.made_by === user_id;
  const may_approve = scopes_of[role].includes('payouts:approve');
  return {
    approve: may_approve && !is_own,
    refuse: may_approve || (is_own && scopes_of[role].includes('payouts:create')),
  };
}
