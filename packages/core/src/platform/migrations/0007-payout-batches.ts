import { type Kysely, sql } from 'kysely';

const statements: readonly string[] = [
  // A file of payouts that somebody uploaded, and what became of it. The file itself is not kept.
  `create table payout_batches (
    merchant_id text not null references merchants,
    id text not null,
    mode text not null check (mode in ('test', 'live')),
    -- refused: something in the file is wrong; checked: it waits to be confirmed.
    status text not null check (status in ('refused', 'checked', 'confirmed', 'discarded')),
    file_name text not null,
    -- SHA-256 of its bytes.
    file_hash bytea not null,
    file_bytes integer not null,
    -- Lines that ask for something, right or wrong.
    lines integer not null,
    errors integer not null,
    warnings integer not null,
    made_by text not null,
    made_by_name text not null,
    created_at timestamptz not null,
    -- Who confirmed or discarded it.
    ended_by text,
    ended_by_name text,
    ended_at timestamptz,
    primary key (merchant_id, id),
    check ((status in ('confirmed', 'discarded')) = (ended_at is not null)),
    check ((ended_by is null) = (ended_at is null)),
    check ((status = 'refused') = (errors > 0))
  )`,
  `create index payout_batches_newest on payout_batches (merchant_id, mode, id)`,
  `create index payout_batches_same on payout_batches (merchant_id, mode, file_hash, id)`,
  `create index payout_batches_unconfirmed on payout_batches (created_at) where status <> 'confirmed'`,
  // What a right file asks for.
  `create table payout_batch_lines (
    merchant_id text not null,
    batch_id text not null,
    -- As a spreadsheet numbers its rows.
    line integer not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    operator text not null,
    recipient_phone text not null,
    recipient_first_name text,
    recipient_last_name text,
    description text,
    reference text,
    primary key (merchant_id, batch_id, line),
    foreign key (merchant_id, batch_id) references payout_batches on delete cascade
  )`,
  // What is wrong with a file, or worth a second look.
  `create table payout_batch_findings (
    merchant_id text not null,
    batch_id text not null,
    number integer not null,
    is_error boolean not null,
    -- Null for what is about the whole file.
    line integer,
    field text,
    code text not null,
    -- What has to be known to say it.
    details jsonb not null,
    primary key (merchant_id, batch_id, number),
    foreign key (merchant_id, batch_id) references payout_batches on delete cascade
  )`,
  `alter table payout_orders
    add column batch_id text,
    add column batch_line integer,
    add check ((batch_id is null) = (batch_line is null)),
    add foreign key (merchant_id, batch_id, batch_line) references payout_batch_lines`,
  // Whatever happens, a line is paid out once.
  `create unique index payout_orders_batch on payout_orders (merchant_id, batch_id, batch_line)
    where batch_id is not null`,
  `create trigger payout_batches_audited after insert or update or delete on payout_batches
    for each row execute function record_change('payout_batch', 'id', 'merchant_id', '', '')`,
];

/**
 * Payouts in bulk. Not breaking: processes of the version before go on working.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
