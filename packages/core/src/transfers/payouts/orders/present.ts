import { timestampText } from '@guichet/kernel/clock';
import { findOperator } from '@guichet/operators/catalogue';
import { presentPayout } from '../present.ts';
import type { OrderedPayout } from './queries.ts';
import type { PayoutState, StaffPayout } from './schemas.ts';

/** Presents a payout as staff see it: the fields of the API, and its author. */
export function presentStaffPayout(payout: OrderedPayout): StaffPayout {
  return {
    ...presentPayout(payout),
    operator_name: findOperator(payout.operator)?.name ?? payout.operator,
    state: stateOf(payout),
    order: presentOrder(payout),
  };
}

/** Returns the state of a payout, which summarizes its status, approval and review. */
function stateOf({ status, approval, needs_review }: OrderedPayout): PayoutState {
  if (needs_review) return 'stuck';
  return status === 'pending' && approval === 'waiting' ? 'waiting' : status;
}

function presentOrder(payout: OrderedPayout): StaffPayout['order'] {
  if (payout.approval === null) return null;
  const { approval, made_by_name, decided_by_name, decided_at, note } = payout;
  return {
    approval,
    made_by: made_by_name,
    decided_by: decided_by_name,
    decided_at: decided_at === null ? null : timestampText(decided_at),
    note,
  };
}
