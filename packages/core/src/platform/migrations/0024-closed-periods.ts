import { type Kysely, sql } from 'kysely';

const statements: readonly string[] = [
  // Up to when a merchant's books have been read as closed.
  `create table closed_periods (
    merchant_id text not null references merchants,
    mode text not null check (mode in ('test', 'live')),
    until timestamptz not null,
    primary key (merchant_id, mode)
  )`,
  // Whoever closes a period holds the same lock alone, so a booking either is done by then or sees the new end. Each
  // statement in here sees what was committed when the lock was had: that takes PL/pgSQL, and volatile.
  `create function booking_time(a_merchant text, a_mode text, wanted timestamptz) returns timestamptz
  language plpgsql volatile as $$
  declare
    closed timestamptz;
  begin
    perform pg_advisory_xact_lock_shared(hashtextextended('books ' || a_merchant || ' ' || a_mode, 0));
    select until into closed from closed_periods where merchant_id = a_merchant and mode = a_mode;
    return greatest(wanted, closed);
  end
  $$`,
];

/** A period of the books that was read as closed stays as it was read. Not breaking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
