import type pg from 'pg';
import { stamp } from '../stamp.ts';

/** A payment of the measured merchant, and the search terms that find it. */
export interface Sample {
  readonly payment_id: string;
  readonly customer_id: string;
  readonly customer_number: number;
  readonly phone: string;
  readonly email: string;
  readonly order: string;
  readonly description: string;
  /** In the major unit of a currency that has no decimals. */
  readonly amount: string;
  readonly provider_reference: string;
  readonly created_at: Date;
  readonly event_id: string;
  readonly attempt_id: string;
  readonly payout_id: string;
  readonly payout_phone: string;
  readonly payout_reference: string;
}

/** Reads payments at random moments of the year, each with a phone number, an e-mail address and metadata. */
export async function readSamples(
  client: pg.ClientBase,
  merchant_id: string,
  count: number,
): Promise<Sample[]> {
  const { rows } = await client.query<Sample>(
    `select payment.id as payment_id, payment.customer_id, payment.customer_phone as phone, payment.customer_email as email,
      right(payment.customer_phone, 8)::int as customer_number, payment.metadata ->> 'order' as "order",
      payment.description, payment.amount_minor::text as amount, attempt.provider_reference, payment.created_at,
      event.id as event_id, attempt.id as attempt_id, payout.id as payout_id, payout.recipient_phone as payout_phone,
      payout.provider_reference as payout_reference
    from (select now() - random() * interval '364 days' as at from generate_series(1, $2::int)) as moment
    cross join lateral (
      select * from payments
      where merchant_id = $1 and mode = 'test' and id < 'pay_' || ${stamp('(extract(epoch from at) * 1000)::bigint')}
        and customer_phone is not null and customer_email is not null and metadata is not null and operator is not null
        and status = 'success' and currency = 'XOF' and description is not null
      order by id desc limit 1
    ) as payment
    join attempts as attempt on attempt.merchant_id = $1 and attempt.payment_id = payment.id
    join events as event on event.merchant_id = $1 and event.object_id = payment.id
    cross join lateral (
      select * from payouts
      where merchant_id = $1 and mode = 'test' and id < 'po_' || ${stamp('(extract(epoch from at) * 1000)::bigint')}
      order by id desc limit 1
    ) as payout`,
    [merchant_id, count],
  );
  return rows;
}

/**
 * Returns the number of blocks that all connections have read in this database, as far as PostgreSQL has reported
 * them.
 */
export async function readBlocks(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ blocks: number }>(
    'select (blks_hit + blks_read)::float as blocks from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.blocks ?? Number.NaN;
}
