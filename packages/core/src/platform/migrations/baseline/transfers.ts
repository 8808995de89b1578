import { appendOnly } from './triggers.ts';

/** Columns of payouts and refunds for the outcome of the transfer at its provider. */
export const outcome_columns = `provider_reference text,
    failure_reason text,
    failure_operator_code text,
    unknown_cause text,
    mismatch jsonb,
    -- The operator's own code for the reversal, and when it was reported.
    reversal_code text,
    reversed_at timestamptz,
    inquiries integer not null default 0,
    inquired_at timestamptz,
    needs_review boolean not null default false`;

/** The table of the status changes of payouts or refunds, each with its source and the raw report. */
export function transitionsOf(noun: 'payout' | 'refund'): readonly string[] {
  return [
    `create table ${noun}_transitions (
    merchant_id text not null,
    ${noun}_id text not null,
    sequence integer not null,
    from_status text not null,
    event text not null,
    to_status text not null,
    via text not null,
    raw jsonb,
    created_at timestamptz not null,
    primary key (${noun}_id, merchant_id, sequence),
    foreign key (merchant_id, ${noun}_id) references ${noun}s (merchant_id, id)
  )`,
    ...appendOnly(`${noun}_transitions`, 'raw'),
  ];
}
