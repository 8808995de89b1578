import { mode } from './columns.ts';
import { audited } from './triggers.ts';

/** Payment links. */
export const payment_links: readonly string[] = [
  `create table payment_links (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    -- In its address.
    code text not null,
    status text not null check (status in ('active', 'paused', 'ended')),
    title text not null,
    description text,
    currency text not null,
    -- Null: the customer chooses it.
    amount_minor bigint check (amount_minor > 0),
    min_minor bigint check (min_minor > 0),
    max_minor bigint check (max_minor >= min_minor),
    suggested_minor json not null,
    -- Null: any number.
    payments_max integer check (payments_max > 0),
    -- A bill that is paid in several payments.
    in_parts boolean not null,
    deposit_minor bigint check (deposit_minor between 1 and amount_minor),
    donation boolean not null,
    expires_at timestamptz,
    fields json not null,
    template text check (template in ('default', 'abidjan', 'cotonou')),
    thank_you text,
    return_url text,
    metadata json,
    customer_phone text,
    customer_email text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (id, merchant_id),
    constraint payment_links_bill check (not in_parts or amount_minor is not null and payments_max is null),
    constraint payment_links_deposit check (in_parts or deposit_minor is null)
  )`,
  `create unique index payment_links_code on payment_links (code)`,
  `create index payment_links_newest on payment_links (mode, merchant_id, id)`,
  audited('payment_links', {
    object_type: 'payment_link',
    id: 'id',
    merchant: 'merchant_id',
    quiet: 'updated_at',
  }),
];
