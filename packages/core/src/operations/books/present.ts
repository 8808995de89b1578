import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { scopes_of } from '../../platform/actor/roles.ts';
import type { ListedMovement, Movement } from './queries.ts';
import type { MovementObject, StaffMovement } from './schemas.ts';

const state_of = {
  not_needed: 'booked',
  approved: 'booked',
  waiting: 'waiting',
  refused: 'refused',
} as const satisfies Readonly<Record<Movement['approval'], MovementObject['state']>>;

/** Presents a movement as the API returns it. */
export function presentMovement(movement: ListedMovement): MovementObject {
  const { id, kind, account, currency, amount_minor, reference, note, corrects, corrected_by } = movement;
  return {
    ...{ id, kind, account, currency, reference, note, corrects, corrected_by },
    amount: majorNumber({ amount_minor, currency: asCurrency(currency) }),
    state: state_of[movement.approval],
    made_by: movement.made_by_name,
    decided_by: movement.decided_by_name,
    created_at: timestampText(movement.created_at),
  };
}

/** Presents a movement with the actions that a member of staff may take. */
export function presentForStaff(movement: ListedMovement, { role, user_id }: StaffActor): StaffMovement {
  const waits = movement.approval === 'waiting';
  const is_own = movement.made_by === user_id;
  const may_record = scopes_of[role].includes('ledger:record');
  const may_approve = scopes_of[role].includes('payouts:approve');
  const shown = presentMovement(movement);
  return {
    ...shown,
    may: {
      approve: waits && may_approve && !is_own,
      refuse: waits && (may_approve || (is_own && may_record)),
      correct:
        shown.state === 'booked' && may_record && shown.corrects === null && shown.corrected_by === null,
    },
  };
}
