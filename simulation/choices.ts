import type { MoneyChoices } from '@guichet/core/accounts';
import type pg from 'pg';
import type { Stage } from './stage.ts';

/** Unexpected money of an attempt, and how it was handled. */
interface Came {
  readonly id: string;
  readonly status: string;
  readonly duplicate: boolean;
  readonly charged: bigint;
  readonly received: bigint;
  /** The accepted amount; null if no decision was made. */
  readonly kept: bigint | null;
  readonly needs_review: boolean;
  /** Whether a person has decided about the money. */
  readonly is_resolved: boolean;
  /** The part that was not accepted and has been refunded, or whose refund is in flight. */
  readonly returned: bigint;
  readonly fee: bigint;
  readonly kept_fee: bigint | null;
  readonly is_told: boolean;
  /** Whether a refund of the money has failed, so that a person has to decide. */
  readonly has_failed: boolean;
}

const came_sql = `
select id, status, duplicate, charged_minor as charged, coalesce(received_minor, charged_minor) as received,
  kept_minor as kept, kept_fee_minor as kept_fee, fee_minor as fee, needs_review,
  exists (select from events where events.merchant_id = attempts.merchant_id and object_id = attempts.payment_id
    and type = 'payment.duplicate') as is_told,
  exists (select from resolutions where resolutions.merchant_id = attempts.merchant_id and object_id = attempts.id) as is_resolved,
  coalesce((select sum(amount_minor) from refunds
    where refunds.merchant_id = attempts.merchant_id and attempt_id = attempts.id and refunds.status not in ('failed', 'reversed')
      and source in ('suspense', 'duplicates')), 0)::bigint as returned,
  exists (select from refunds
    where refunds.merchant_id = attempts.merchant_id and attempt_id = attempts.id and refunds.status in ('failed', 'reversed')
      and source in ('suspense', 'duplicates')) as has_failed
from attempts
where merchant_id = $1 and status in ('success', 'held') and (duplicate or exists (
  select from attempt_transitions as told
  where told.merchant_id = attempts.merchant_id and attempt_id = attempts.id and to_status = 'held'
))`;

/**
 * Payments that were paid at or after the end of their session, that no person has resolved and that were
 * never reversed.
 */
const late_sql = `
select id from payments
where merchant_id = $1 and status = 'success' and late and not exists (
  select from resolutions where resolutions.merchant_id = payments.merchant_id and payment_id = payments.id
) and not exists (
  select from payment_transitions where payment_transitions.merchant_id = payments.merchant_id
    and payment_transitions.payment_id = payments.id and event = 'attempt_reversed'
)`;

/** Finds unexpected money that was not handled as the merchant's choices require. */
export async function choiceBreaches(pool: pg.Pool, { caller, plan }: Stage): Promise<string[]> {
  const { rows } = await pool.query<Came>(came_sql, [caller.merchant_id]);
  const { choices } = plan;
  const { rows: late } = await pool.query<{ id: string }>(late_sql, [caller.merchant_id]);
  const taken = choices.on_paid_late === 'accept' ? [] : late;
  const accepted = taken.map(({ id }) => `${id} came too late and was accepted, which was not chosen`);
  const others = rows.flatMap((came) => {
    const { id, duplicate } = came;
    if (duplicate) {
      if (!came.is_told) return [`${id} came twice, and nobody was told`];
      const isRight = choices.on_paid_twice === 'ask' || isGoingBack(came, came.received);
      return isRight ? [] : [`${id} came twice and does not go back, as was chosen`];
    }
    if (came.received === came.charged) return judge(came, choices.on_paid_late);
    const chosen = came.received < came.charged ? choices.on_underpaid : choices.on_overpaid;
    if (
      came.kept !== null &&
      came.kept < came.charged &&
      came.kept_fee !== (came.fee * came.kept) / came.charged
    ) {
      return [`${id} keeps ${came.kept}, which of a part bears a fee of ${came.kept_fee}`];
    }
    const found = judge(came, chosen);
    // If the money is also late, the more careful of the two choices applies.
    const also = judge(came, moreCareful(chosen, choices.on_paid_late));
    return also.length === 0 ? [] : found;
  });
  return [...accepted, ...others];
}

type Choice = MoneyChoices['on_overpaid'];

function moreCareful(one: Choice, other: Choice): Choice {
  if (one === 'ask' || other === 'ask') return 'ask';
  return one === 'refund_all' || other === 'refund_all' ? 'refund_all' : one;
}

/** Compares the handling of unexpected money with the merchant's choice. */
function judge(came: Came, chosen: Choice): string[] {
  const { id, kept, received, charged, is_resolved } = came;
  if (is_resolved) return [];
  if (chosen === 'ask') return kept === null ? [] : [`${id} was decided about, and nobody was asked`];
  const wanted = { accept: received, refund_difference: charged, refund_all: 0n }[chosen];
  if (kept !== wanted) return [`${id} keeps ${kept} of ${received} instead of ${wanted}, as was chosen`];
  return isGoingBack(came, received - wanted) ? [] : [`${id} does not give back what was not accepted`];
}

/** Whether the money is refunded, or needs review because it cannot be refunded. */
const isGoingBack = (
  { returned, needs_review, has_failed, is_resolved }: Came,
  amount_minor: bigint,
): boolean => returned === amount_minor || needs_review || has_failed || is_resolved;
