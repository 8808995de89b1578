import { sql } from 'kysely';
import type { Claim } from '../../../operator-calls/ask.ts';
import { notInquired } from '../../../operator-calls/queries.ts';
import type { Connection, Database } from '../../../platform/database/connect.ts';
import type { AttemptStatus } from '../../../platform/database/tables/payments.ts';
import { type Attempt, open_statuses } from '../queries.ts';

const ended_statuses: readonly AttemptStatus[] = ['failed', 'success', 'held', 'reversed'];

/**
 * Claims the inquiry about an attempt: nobody else may inquire meanwhile, nor for a while after.
 *
 * @param claim.until when the inquiry ends at the latest; {@link endInquiry} records when it did
 * @param claim.not_since an earlier inquiry than this allows another
 * @param claim.also_ended also inquire about one that has ended: operators do fail first and succeed later, and reverse
 * @returns the attempt with its inquiries counted up, undefined when one is under way or was made a moment
 * ago
 */
export function claimInquiry(
  db: Database,
  key: { merchant_id: string; id: string },
  claim: Claim & { also_ended?: boolean },
): Promise<Attempt | undefined> {
  return withoutDisk(db)
    .updateTable('attempts')
    .from('hurry')
    .where('hurry.value', '=', 'off')
    .set((column) => ({ inquired_at: claim.until, inquiries: column('inquiries', '+', 1) }))
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .where('status', 'in', claim.also_ended ? [...open_statuses, ...ended_statuses] : open_statuses)
    .where(notInquired(claim.not_since, claim.not_after))
    .returningAll('attempts')
    .executeTakeFirst();
}

/**
 * Starts a statement whose commit does not wait for the disk: if the database's machine fails within the next
 * moment, the claim is lost and the inquiry is repeated. Outside a transaction only.
 */
function withoutDisk(db: Database) {
  return db.with('hurry', (query) =>
    query.selectNoFrom(sql<string>`set_config('synchronous_commit', 'off', true)`.as('value')),
  );
}

/** Releases the claim of an inquiry whose result has been applied. */
export async function endInquiry(
  db: Database,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
  at: Date,
): Promise<AttemptStatus | undefined> {
  const row = await withoutDisk(db)
    .updateTable('attempts')
    .from('hurry')
    .where('hurry.value', '=', 'off')
    .set({ inquired_at: at })
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .returning('status')
    .executeTakeFirst();
  return row?.status;
}

/**
 * Claims the submission of a one-time code to the operator: one at a time, and none once an attempt has ended
 * or its response was lost.
 *
 * @param claim.until when the operator has responded at the latest; {@link endHandOver} records when it has
 * @returns false when another code is being checked, or none is accepted any more
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
 * @param claim.before when the last code was sent at the latest
 * @returns false when that was too recently, too often, or a code is being checked
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
