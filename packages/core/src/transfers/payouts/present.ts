import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import { referenceOf } from '../../payments/reference.ts';
import { presentFailure } from '../present.ts';
import type { Payout } from './queries.ts';
import type { PayoutObject } from './schemas.ts';

/** The payout as merchants see it, in the API and in events (design section 7). Amounts in major units. */
export function presentPayout(payout: Payout): PayoutObject {
  const { amount_minor, paid_at } = payout;
  const currency = asCurrency(payout.currency);
  return {
    id: payout.id,
    object: 'payout',
    status: payout.status,
    amount: majorNumber({ amount_minor, currency }),
    currency,
    operator: payout.operator,
    recipient: {
      phone: payout.recipient_phone,
      first_name: payout.recipient_first_name,
      last_name: payout.recipient_last_name,
    },
    description: payout.description,
    failure: presentFailure('payout', payout),
    needs_approval: payout.needs_approval,
    reference: referenceOf(payout.id),
    livemode: payout.mode === 'live',
    created_at: timestampText(payout.created_at),
    paid_at: paid_at === null ? null : timestampText(paid_at),
  };
}
