import { type RawBuilder, sql } from 'kysely';
import type { Claim } from '../../../operator-calls/ask.ts';
import { notInquired } from '../../../operator-calls/queries.ts';
import type { Connection, Database } from '../../../platform/database/connect.ts';
import { inOrderOf, type Key, keysOf, ofMerchant } from '../../../platform/database/records/queries.ts';
import type { AttemptStatus } from '../../../platform/database/tables/payments.ts';
import { forMany } from '../../../platform/groups/for-many.ts';
import { type Attempt, open_statuses } from '../queries.ts';

/**
 * Claims the inquiry about an attempt: no other process may inquire until this inquiry ends, nor for a short time
 * afterwards.
 *
 * @param claim.until the latest time at which the inquiry ends; {@link endInquiry} records the actual time
 * @param claim.not_since the previous inquiry must have been made before this time
 * @param claim.also_ended whether to inquire even if the attempt has ended: operators sometimes report a success
 * after a failure, or a reversal
 * @returns the attempt with the inquiry counted; undefined when another one is in progress or was made a moment ago
 */
export async function claimInquiry(
  db: Database,
  { merchant_id, id }: Key,
  { until, not_since, not_after, also_ended = false }: Claim & { also_ended?: boolean },
): Promise<Attempt | undefined> {
  const claim = { merchant_id, id, until, not_since, not_after, also_ended };
  const claimed = await claimTogether(db, claim);
  return claimed === 'locked' ? (await claimAll(db, [claim])).claimed[0] : claimed;
}

type InquiryClaim = Key & Claim & { readonly also_ended: boolean };

const claimTogether = forMany<InquiryClaim, Attempt | 'locked' | undefined>('write', async (db, claims) => {
  // Of several claims for the same attempt, the first one succeeds.
  const ids = claims.map(({ id }) => id);
  const first = claims.filter(({ id }, place) => ids.indexOf(id) === place);
  const { claimed, locked } = await claimAll(db, first, sql`skip locked`);
  return claims.map((claim) => {
    const place = first.indexOf(claim);
    if (place === -1) return undefined;
    return locked.has(claim.id) ? 'locked' : claimed[place];
  });
});

/**
 * @param wait `skip locked` to skip the rows that other transactions have locked, so that the remaining rows do not
 * wait for them
 */
async function claimAll(db: Connection, claims: readonly InquiryClaim[], wait = sql``) {
  const columns =
    'merchant_id text, id text, until timestamptz, not_since timestamptz, not_after timestamptz, also_ended boolean';
  const { rows } = await sql<Attempt & { is_locked: boolean }>`
    with ${hurry}, wanted as materialized (select * from ${keysOf(claims, columns)}
    ), held as materialized (${lockWanted(db, claims, wait)}
    ), claimed as (
      update attempts as attempt
      set inquired_at = wanted.until, inquiries = attempt.inquiries + 1
      from wanted join held on held.merchant_id = wanted.merchant_id and held.id = wanted.id
      where attempt.id = any (array(select id from held))
        and attempt.merchant_id = wanted.merchant_id and attempt.id = wanted.id
        and (wanted.also_ended or attempt.status = any (${[...open_statuses]}::text[]))
        and ${notInquired(sql.raw('wanted.not_since'), sql.raw('wanted.not_after'))}
        ${ofMerchant(db, 'attempt.merchant_id', claims)}
      returning attempt.*
    )
    select claimed.*, wanted.merchant_id, wanted.id, held.id is null as is_locked
    from wanted left join held using (merchant_id, id) left join claimed using (merchant_id, id)`.execute(db);
  const claimed = rows.filter(({ status }) => status !== null);
  const locked = new Set(rows.filter(({ is_locked }) => is_locked).map(({ id }) => id));
  return { claimed: inOrderOf(claims, claimed), locked };
}

/** Part of a statement: locks the attempts listed in the part `wanted`, in the same order in all statements. */
function lockWanted(db: Connection, keys: readonly Key[], wait: RawBuilder<unknown>) {
  return sql`
    select attempt.merchant_id, attempt.id
    from attempts as attempt
    where (select value from hurry) = 'off' and attempt.id = any (array(select id from wanted))
      ${ofMerchant(db, 'attempt.merchant_id', keys)}
    order by attempt.id
    for no key update ${wait}`;
}

/**
 * Part of a statement: lets the statement commit without waiting for the disk. If the database's machine fails in
 * the next moment, the claim is lost and the inquiry is repeated. Only for use outside a transaction.
 */
const hurry = sql`hurry as materialized (select set_config('synchronous_commit', 'off', true) as value)`;

/**
 * Releases the claim of an inquiry once its result is applied.
 *
 * @returns the attempt's status; undefined if the attempt is gone
 */
export async function endInquiry(
  db: Database,
  { merchant_id, id }: Key,
  at: Date,
): Promise<AttemptStatus | undefined> {
  const end = { merchant_id, id, at };
  const status = await endTogether(db, end);
  return status === 'locked' ? (await endAll(db, [end]))[0] : status;
}

type InquiryEnd = Key & { readonly at: Date };

const endTogether = forMany<InquiryEnd, AttemptStatus | 'locked' | undefined>('write', async (db, ends) => {
  const statuses = await endAll(db, ends, sql`skip locked`);
  return statuses.map((status) => status ?? 'locked');
});

async function endAll(
  db: Connection,
  ends: readonly InquiryEnd[],
  wait = sql``,
): Promise<readonly (AttemptStatus | undefined)[]> {
  const { rows } = await sql<Key & { status: AttemptStatus }>`
    with ${hurry}, wanted as materialized (
      select * from ${keysOf(ends, 'merchant_id text, id text, at timestamptz')}
    ), held as materialized (${lockWanted(db, ends, wait)}
    )
    update attempts as attempt
    set inquired_at = wanted.at
    from wanted join held on held.merchant_id = wanted.merchant_id and held.id = wanted.id
    where attempt.id = any (array(select id from held))
      and attempt.merchant_id = wanted.merchant_id and attempt.id = wanted.id
      ${ofMerchant(db, 'attempt.merchant_id', ends)}
    returning attempt.merchant_id, attempt.id, attempt.status`.execute(db);
  return inOrderOf(ends, rows).map((row) => row?.status);
}

/**
 * Claims the submission of a one-time code to the operator: one at a time, and none once an attempt has ended
 * or its response was lost.
 *
 * @param claim.until the latest time at which the operator responds; {@link endHandOver} releases the claim
 * earlier
 * @returns false when another code is being checked, or no more codes are accepted
 */
export async function claimHandOver(
  db: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
  claim: { now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attempts')
    .set({ otp_until: claim.until })
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .where('status', 'is not distinct from', 'submitted')
    .where((where) => where.or([where('otp_until', 'is', null), where('otp_until', '<=', claim.now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases the claim of {@link claimHandOver} once the response has been applied. */
export async function endHandOver(
  db: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ otp_until: null })
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .execute();
}

/**
 * Claims the request for another one-time code.
 *
 * @param claim.before the latest time at which the last code may have been sent
 * @returns false when the last code was sent too recently, too many were sent, or one is being checked
 */
export async function claimResend(
  db: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
  { now, before, max }: { now: Date; before: Date; max: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attempts')
    .set((of) => ({ otp_resends: of('otp_resends', '+', 1), otp_resent_at: now }))
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .where('status', 'is not distinct from', 'submitted')
    .where('otp_resends', '<', max)
    .where((where) => where(where.fn.coalesce('otp_resent_at', 'created_at'), '<=', before))
    .where((where) => where.or([where('otp_until', 'is', null), where('otp_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
