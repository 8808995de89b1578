import { appendOnly, audited } from './triggers.ts';

/** The keys that sign receipts, and the record of goods that were handed over. */
export const receipts: readonly string[] = [
  `create table receipt_keys (
    id text primary key,
    public_key bytea not null check (length(public_key) = 32),
    -- Null once another key signs: it is then used for verification only.
    private_sealed text,
    created_at timestamptz not null,
    replaced_at timestamptz,
    check (replaced_at is null or private_sealed is null)
  )`,
  `create unique index receipt_keys_current on receipt_keys ((true)) where replaced_at is null`,
  audited('receipt_keys', {
    object_type: 'receipt_key',
    id: 'id',
    merchant: '*',
    secret: 'private_sealed',
    quiet: 'public_key',
  }),

  `create table receipt_collections (
    merchant_id text not null,
    payment_id text not null,
    collected_at timestamptz not null,
    actor_kind text not null check (actor_kind in ('staff', 'key', 'command')),
    collected_by text not null,
    primary key (payment_id, merchant_id),
    foreign key (merchant_id, payment_id) references payments (merchant_id, id)
  )`,
  ...appendOnly('receipt_collections'),
];
