import { sql } from 'kysely';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';

/** Of each kind that many of the newest rows are looked at: what people have on their screens. */
const newest_max = 50;

/** A row as it is now: when it changes, so does its version. */
export interface Glance {
  readonly kind: string;
  readonly id: string;
  readonly version: string;
}

/**
 * The newest rows of a merchant and mode, each kind from its own index. Sets are compared, not positions: a row that is
 * committed late has a lower position than one that was seen before.
 */
export async function listGlances(
  db: Connection,
  { merchant_id, mode }: { readonly merchant_id: string; readonly mode: Mode },
): Promise<readonly Glance[]> {
  const of = sql`merchant_id = ${merchant_id}`;
  const { rows } = await sql<Glance>`
    (select 'payment' as kind, id, sequence::text as version from payments
      where ${of} and mode = ${mode} order by id desc limit ${newest_max})
    union all
    (select 'payout', id, sequence::text from payouts where ${of} and mode = ${mode} order by id desc limit ${newest_max})
    union all
    (select 'delivery', id, status || attempts from webhook_deliveries
      where ${of} order by id desc limit ${newest_max})
    union all
    (select split_part(type, '.', 1), position::text, 'event' from events
      where ${of} and mode = ${mode} order by position desc limit ${newest_max})
    union all
    (select object_type, position::text, 'audit' from audit_log
      where ${of} and coalesce(mode, ${mode}) = ${mode} order by position desc limit ${newest_max})`.execute(
    db,
  );
  return rows;
}
