import type pg from 'pg';

/** Rows of one transaction: enough to be quick, few enough to show progress and not to hold much. */
const chunk = 250_000;

/**
 * Fills a database with payments of the past, paid and unpaid, with their sessions, as the service would have left
 * them: ids in the order of time, tokens at random.
 */
export async function fillPayments(
  client: pg.Client,
  merchant_id: string,
  from: number,
  to: number,
): Promise<void> {
  for (let start = from; start < to; start += chunk) {
    const end = Math.min(start + chunk, to);
    await client.query(
      `with made as (
        select number, md5(random()::text) || substr(md5(random()::text), 1, 11) as token,
          now() - interval '1 year' + number * interval '5 seconds' as at,
          number % 4 > 0 as paid
        from generate_series($2::int, $3::int - 1) as number
      ), sessions as (
        insert into checkout_sessions (
          merchant_id, token, mode, payment_id, status, created_at, expires_at, ended_at
        )
        select $1, token, 'test', 'pay_00' || lpad(number::text, 24, '0'),
          case when paid then 'completed' else 'expired' end, at, at + interval '30 minutes', at
        from made
      )
      insert into payments (
        merchant_id, id, mode, status, currency, amount_minor, fee_minor, charged_minor, operator, description,
        metadata, return_url, session_token, created_at, paid_at
      )
      select $1, 'pay_00' || lpad(number::text, 24, '0'), 'test',
        case when paid then 'success' else 'expired' end, 'XOF', 25000, 0, 25000, 'mtn_ci', 'Benchmark',
        '{"order":"A-1"}', 'https://shop.example/return', token, at, case when paid then at end
      from made`,
      [merchant_id, start, end],
    );
  }
  await client.query('vacuum analyze payments, checkout_sessions');
}
