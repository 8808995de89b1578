import type pg from 'pg';

/** Counts the connections that the server still accepts. */
export async function countFreeConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ free: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - count(*)::int as free
    from pg_stat_activity where backend_type = 'client backend'`,
  );
  return rows[0]?.free ?? 0;
}

/**
 * A pgbench script that inserts the rows of one session as plain VALUES, in one transaction. Ids are in time order,
 * as the service's are, so that an index grows at its end; random ids would cost PostgreSQL more than the service's
 * do.
 */
export const insertValues = `\\set number random(100000, 999999)
\\set secret random(1, 9000000000000000000)
with payment as (
  insert into payments (
    merchant_id, id, mode, status, currency, amount_minor, description, metadata, return_url, session_token, created_at
  ) values (
    'mer_benchmark', 'pay_' || to_char(now(), 'YYYYMMDDHH24MISSUS') || :number, 'test', 'pending', 'XOF', 25000,
    'Benchmark', '{"order":"A-1"}', 'https://shop.example/return', 'token_plain_' || md5((:secret)::text), now()
  )
)
insert into checkout_sessions (merchant_id, token, mode, payment_id, status, created_at, expires_at)
values (
  'mer_benchmark', 'token_plain_' || md5((:secret)::text), 'test',
  'pay_' || to_char(now(), 'YYYYMMDDHH24MISSUS') || :number, 'active', now(), now() + interval '30 minutes'
)`;
