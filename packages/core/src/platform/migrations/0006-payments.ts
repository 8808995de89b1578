/**
 * What lists and searches of payments and customers need, and what people say of money that the service cannot find out
 * about. Columns of payments that change with their status stay out of every index: with one of them in, each change
 * of status would write all indexes.
 */
export const statements = [
  `create index payments_newest on payments (merchant_id, mode, id)`,
  // The short reference that customers read out: the last ten characters of the id.
  `create index payments_reference on payments (merchant_id, "right"(id, 10))`,
  // In the order of the list, which the index that was here did not have.
  `create index payments_of_customer on payments (merchant_id, customer_id, id) where customer_id is not null`,
  `drop index payments_customer`,
  // Values of the first level, such as a shop's own order number, in lower case. Long ones are prose, which nobody
  // types whole.
  `create function metadata_words(metadata json) returns text[] language sql immutable strict parallel safe as $$
    select array_agg(distinct lower(value collate "C")) from json_each_text(metadata)
    where octet_length(value) between 1 and 100
  $$`,
  `create index payments_metadata on payments using gin (metadata_words(metadata)) where metadata is not null`,
  // The newest payments that came to a status; whether one is still in it, the payment says.
  `create index payment_transitions_to on payment_transitions (merchant_id, to_status, payment_id)`,
  // Tries of numbers that are not the customer's; those that took money have an index by number already.
  `create index attempts_unpaid_by_phone on attempts (merchant_id, mode, phone, payment_id)
    where status in ('failed', 'unknown')`,
  `create index attempts_needing_person on attempts (merchant_id, mode, payment_id) where needs_person`,
  `create index refunds_needing_person on refunds (merchant_id, mode, payment_id) where needs_person`,
  // The beginning of a number or of a name.
  `create index customers_phone_begins on customers (merchant_id, mode, (phone collate "C")) where phone is not null`,
  `create index customers_first_name on customers (merchant_id, mode, (lower(first_name collate "C")))
    where first_name is not null`,
  `create index customers_last_name on customers (merchant_id, mode, (lower(last_name collate "C")))
    where last_name is not null`,

  `create table resolutions (
    merchant_id text not null references merchants,
    position bigint generated always as identity,
    mode text not null check (mode in ('test', 'live')),
    object_type text not null check (object_type in ('attempt', 'refund')),
    object_id text not null,
    payment_id text not null,
    verdict text not null check (verdict in ('paid', 'not_paid', 'settled')),
    note text not null,
    -- Where it can be looked up: the operator's receipt number, a line of a statement.
    proof text,
    user_id text not null,
    user_name text not null,
    created_at timestamptz not null,
    primary key (merchant_id, position),
    foreign key (merchant_id, payment_id) references payments
  )`,
  `create index resolutions_payment on resolutions (merchant_id, payment_id)`,
  `create trigger resolutions_append_only before update or delete on resolutions
    for each row execute function refuse_change()`,
  `create trigger resolutions_not_emptied before truncate on resolutions
    for each statement execute function refuse_change()`,
  // What people say and refund stands in the audit log; what operators then say of it does not.
  `create trigger resolutions_audited after insert on resolutions for each row
    execute function record_change('resolution', 'object_id', 'merchant_id', '', 'position')`,
  `create trigger refunds_audited after insert on refunds for each row
    execute function record_change('refund', 'id', 'merchant_id', '', 'phone look_ups sequence')`,
];
