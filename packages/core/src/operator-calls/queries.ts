import type { Exchange } from '@guichet/operators/http/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Connection } from '../platform/database/connect.ts';
import { recordsOf } from '../platform/database/records/queries.ts';
import type { OperatorCallTable } from '../platform/database/tables/operators.ts';
import { forMany } from '../platform/groups/for-many.ts';

export type OperatorCall = Selectable<OperatorCallTable>;

/**
 * The number of calls stored for one object. The first ones show what was requested, the last ones the
 * current state.
 */
const kept_first = 10;
const kept_last = 40;

/** A call to a provider as it is stored. */
export type NewCall = Pick<OperatorCall, 'merchant_id' | 'object_id' | 'verb' | 'created_at'> & {
  readonly exchanges: readonly Exchange[];
};

/**
 * Stores a call to a provider. It is only for support, so it does not wait for the disk: a database that
 * crashes within the next moment loses it.
 */
export function insertOperatorCall(db: Connection, call: NewCall): Promise<void> {
  return insertOne(db, call);
}

const insertOne = forMany<NewCall, void>('write', async (db, calls) => {
  await sql`
    with hurry as materialized (select set_config('synchronous_commit', 'off', true) as value)
    insert into operator_calls (merchant_id, object_id, verb, exchanges, created_at)
    select call.merchant_id, call.object_id, call.verb, call.exchanges, call.created_at
    from hurry, ${recordsOf('operator_calls', calls)} with ordinality as call
    where hurry.value = 'off'
    order by call.ordinality`.execute(db);
  return calls.map(() => undefined);
});

/** Deletes the calls between the first and the last ones of an object. */
export async function trimOperatorCalls(
  db: Connection,
  { merchant_id, object_id }: Pick<OperatorCall, 'merchant_id' | 'object_id'>,
): Promise<void> {
  await sql`
    delete from operator_calls
    using (
      select sequence, row_number() over (order by sequence) as nth, count(*) over () as total
      from operator_calls
      where merchant_id = ${merchant_id} and object_id = ${object_id}
    ) numbered
    where operator_calls.merchant_id = ${merchant_id} and operator_calls.object_id = ${object_id}
      and operator_calls.sequence = numbered.sequence
      and nth > ${kept_first} and nth <= total - ${kept_last}`.execute(db);
}

/** Lists calls, oldest first. */
export function listCalls(db: Connection, merchant_id: string, object_id: string): Promise<OperatorCall[]> {
  return db
    .selectFrom('operator_calls')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('object_id', '=', object_id)
    .orderBy('sequence')
    .execute();
}

/**
 * Returns the condition that no inquiry was made between two moments, for rows with `inquired_at`. A claim beyond
 * the second moment comes from a clock that was ahead, and does not count.
 */
export function notInquired(from: Date | RawBuilder<unknown>, to: Date | RawBuilder<unknown>) {
  return sql<boolean>`(inquired_at is null or inquired_at < ${from} or inquired_at > ${to})`;
}
