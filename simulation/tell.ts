import type pg from 'pg';

const told_sql = `
select created_at as at, attempt_id as id, from_status || ' > ' || to_status || ' (' || event || ', ' || via || ')' as what
from attempt_transitions where merchant_id = $1
union all
select created_at, payout_id, from_status || ' > ' || to_status || ' (' || event || ', ' || via || ')'
from payout_transitions where merchant_id = $1
union all
select created_at, refund_id, from_status || ' > ' || to_status || ' (' || event || ', ' || via || ')'
from refund_transitions where merchant_id = $1
union all
select created_at, payment_id, from_status || ' > ' || to_status || ' (' || event || ')'
from payment_transitions where merchant_id = $1
union all
select calls.created_at, object_id, verb || ': ' || coalesce((
  select string_agg(concat_ws(' ', call->>'method', regexp_replace(call->>'url', '^https?://', ''), call->>'status',
    call->>'problem', left(call->>'response', 160)), ' | ')
  from jsonb_array_elements(calls.exchanges) as call
), '')
from operator_calls as calls where merchant_id = $1
union all
select received_at, account_id, 'callback ' || coalesce(problem, 'taken in') || ' x' || copies || ': ' || left(body, 160)
from callbacks where merchant_id = $1
order by at`;

/** Lists the changes, calls and callbacks of a merchant, one per line, to investigate a history. */
export async function tell(pool: pg.Pool, merchant_id: string): Promise<string[]> {
  const { rows } = await pool.query<{ at: Date; id: string; what: string }>(told_sql, [merchant_id]);
  return rows.map(
    ({ at, id, what }) => `${at.toISOString().slice(8, 23)} ${id.slice(0, 4)}${id.slice(-4)} ${what}`,
  );
}
