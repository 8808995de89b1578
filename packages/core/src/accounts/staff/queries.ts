import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '../../platform/actor/roles.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type {
  StaffPasswordLinkTable,
  StaffTable,
  StaffUsedCodeTable,
} from '../../platform/database/tables/staff.ts';

export type Staff = Pick<StaffTable, 'id' | 'merchant_id' | 'name' | 'email' | 'language' | 'created_at'> & {
  readonly two_factor_enabled: boolean;
};

const columns = [
  'staff.id',
  'staff.merchant_id',
  'staff.name',
  'staff.email',
  'staff.language',
  'staff.created_at',
  sql<boolean>`coalesce(staff.two_factor_enabled, false)`.as('two_factor_enabled'),
] as const;

export function findStaff(db: Connection, id: string): Promise<Staff | undefined> {
  return db.selectFrom('staff').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Finds the e-mail addresses of a merchant's members by their ids; members who left are missing. */
export async function listStaffEmails(
  db: Connection,
  merchant_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'email'])
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** @param email in lowercase */
export function findStaffByEmail(
  db: Connection,
  merchant_id: string,
  email: string,
): Promise<Staff | undefined> {
  return db
    .selectFrom('staff')
    .select(columns)
    .where('merchant_id', '=', merchant_id)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Lists the people with this address at any merchant. @param email in lower case */
export function listStaffByEmail(db: Connection, email: string): Promise<Staff[]> {
  return db.selectFrom('staff').select(columns).where('email', '=', email).orderBy('merchant_id').execute();
}

export async function insertStaff(
  db: Connection,
  staff: Pick<StaffTable, 'id' | 'merchant_id' | 'name' | 'email' | 'language' | 'created_at'>,
): Promise<void> {
  await db
    .insertInto('staff')
    .values({ ...staff, email_verified: true, image: null, updated_at: staff.created_at })
    .execute();
  await noteAddress(db, { merchant_id: staff.merchant_id, user_id: staff.id, email: staff.email });
}

/** Records that a person has an e-mail address, so that they are recognized if they leave and return. */
export async function noteAddress(
  db: Connection,
  { email, ...whose }: { readonly merchant_id: string; readonly user_id: string; readonly email: string },
): Promise<void> {
  const address_digest = createHash('sha256').update(email).digest();
  await db
    .insertInto('staff_addresses')
    .values({ ...whose, address_digest })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records when a person leaves: only somebody who joins later can be taken for the same person. */
export async function noteLeaving(
  db: Connection,
  { merchant_id, user_id, at }: { readonly merchant_id: string; readonly user_id: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('staff_addresses')
    .set({ left_at: at })
    .where('merchant_id', '=', merchant_id)
    .where('user_id', '=', user_id)
    .execute();
}

export async function updateStaff(
  db: Connection,
  id: string,
  change: Partial<Pick<StaffTable, 'name' | 'email' | 'language'>> & { readonly updated_at: Date },
): Promise<void> {
  await db.updateTable('staff').set(change).where('id', '=', id).execute();
}

/** Sets a person's password, replacing any existing one. */
export async function putPassword(
  db: Connection,
  { user_id, password_hash, at }: { user_id: string; password_hash: string; at: Date },
): Promise<void> {
  const changed = await db
    .updateTable('staff_accounts')
    .set({ password: password_hash, updated_at: at })
    .where('user_id', '=', user_id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return;
  await db
    .insertInto('staff_accounts')
    .values({
      id: `${user_id}_password`,
      user_id,
      account_id: user_id,
      provider_id: 'credential',
      password: password_hash,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

export async function findPasswordHash(db: Connection, user_id: string): Promise<string | null> {
  return hashIn(await selectPassword(db, user_id).executeTakeFirst());
}

/** Finds the hash of a password, once nobody is replacing it, and lets nobody replace it until the transaction ends. */
export async function holdPasswordHash(tx: Connection, user_id: string): Promise<string | null> {
  return hashIn(await selectPassword(tx, user_id).forShare().executeTakeFirst());
}

/** Finds the hash of a password that the transaction is about to replace. */
export async function lockPasswordHash(tx: Connection, user_id: string): Promise<string | null> {
  return hashIn(await selectPassword(tx, user_id).forUpdate().executeTakeFirst());
}

function selectPassword(db: Connection, user_id: string) {
  return db
    .selectFrom('staff_accounts')
    .select('password')
    .where('user_id', '=', user_id)
    .where('provider_id', '=', 'credential');
}

const hashIn = (found: { readonly password: string | null } | undefined): string | null =>
  found?.password ?? null;

/** Ends every session of a person, and forgets pending sign-ins and trusted devices. */
export async function deleteSessions(db: Connection, user_id: string): Promise<void> {
  await db.deleteFrom('staff_sessions').where('user_id', '=', user_id).execute();
  await db.deleteFrom('staff_verifications').where('value', '=', user_id).execute();
}

/** Deletes a person with their credentials and membership. */
export async function deleteStaff(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('staff').where('id', '=', id).execute();
}

/** Removes the second factor and the passkeys. */
export async function deleteFactors(db: Connection, user_id: string, at: Date): Promise<void> {
  await db.deleteFrom('staff_two_factors').where('user_id', '=', user_id).execute();
  await db.deleteFrom('staff_passkeys').where('user_id', '=', user_id).execute();
  await db
    .updateTable('staff')
    .set({ two_factor_enabled: false, updated_at: at })
    .where('id', '=', user_id)
    .execute();
}

/** Deletes expired rows, and used codes and counts of refusals older than `old`. */
export async function deleteOver(
  db: Connection,
  { now, old }: { readonly now: Date; readonly old: Date },
): Promise<void> {
  for (const table of ['staff_verifications', 'staff_password_links', 'invitations'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  }
  await db.deleteFrom('staff_used_codes').where('used_at', '<', old).execute();
  await db.deleteFrom('staff_refusals').where('hour', '<', old).execute();
}

export interface Membership {
  readonly merchant_id: string;
  readonly merchant_name: string;
  readonly is_demo: boolean;
  readonly second_factor_required: boolean;
  readonly second_factor_in_live: boolean;
  readonly role: Role;
}

/** @returns undefined for somebody who has left */
export function findMembership(db: Connection, user_id: string): Promise<Membership | undefined> {
  return db
    .selectFrom('members')
    .innerJoin('merchants', 'merchants.id', 'members.merchant_id')
    .select([
      'members.merchant_id',
      'merchants.name as merchant_name',
      'merchants.is_demo',
      'merchants.second_factor_required',
      'merchants.second_factor_in_live',
      'members.role',
    ])
    .where('members.user_id', '=', user_id)
    .executeTakeFirst();
}

/** Lists all staff, for the person who runs the service. */
export function listStaff(db: Connection) {
  return db
    .selectFrom('staff')
    .innerJoin('members', 'members.user_id', 'staff.id')
    .select([...columns, 'members.role'])
    .orderBy('staff.email')
    .orderBy('staff.merchant_id')
    .execute();
}

/**
 * Returns one token to each bucket in `one`, and fills each bucket in `all` by deleting it, because a missing
 * bucket counts as full.
 */
export async function giveTokensBack(
  db: Connection,
  subjects: { readonly one: readonly string[]; readonly all: readonly string[] },
): Promise<void> {
  await db
    .updateTable('rate_limit_buckets')
    .set(({ fn, eb }) => ({ tokens: fn<number>('least', ['burst', eb('tokens', '+', 1)]) }))
    .where('subject', 'in', subjects.one)
    .execute();
  if (subjects.all.length > 0) {
    await db.deleteFrom('rate_limit_buckets').where('subject', 'in', subjects.all).execute();
  }
}

export async function insertPasswordLink(db: Connection, link: StaffPasswordLinkTable): Promise<void> {
  await db.insertInto('staff_password_links').values(link).execute();
}

export function findOpenPasswordLink(db: Connection, token_hash: Buffer, at: Date) {
  return db
    .selectFrom('staff_password_links')
    .select(['user_id', 'clears_factors', 'made_by', 'maker_id', 'by_command'])
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

/** Uses up a password link and the person's other links. @returns false when it was used already */
export async function usePasswordLink(
  db: Connection,
  { token_hash, user_id, at }: { token_hash: Buffer; user_id: string; at: Date },
): Promise<boolean> {
  const used = await db
    .updateTable('staff_password_links')
    .set({ used_at: at })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute();
  return used.some((link) => link.token_hash.equals(token_hash));
}

/**
 * Records a used code and deletes the person's old ones.
 *
 * @param before codes recorded before this time are deleted and may be used again
 * @returns false when the code was used already
 */
export async function keepUsedCode(db: Connection, used: StaffUsedCodeTable, before: Date): Promise<boolean> {
  await db
    .deleteFrom('staff_used_codes')
    .where('user_id', '=', used.user_id)
    .where('used_at', '<', before)
    .execute();
  const inserted = await db
    .insertInto('staff_used_codes')
    .values(used)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
