import { sql } from 'kysely';
import type { Role } from '../../../platform/actor/roles.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type { MemberTable } from '../../../platform/database/tables/staff.ts';

export interface MemberRow {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly two_factor_enabled: boolean;
  readonly created_at: Date;
}

export async function insertMember(db: Connection, member: MemberTable): Promise<void> {
  await db.insertInto('members').values(member).execute();
}

/** Lists a merchant's members, longest-standing first. */
export function listMembers(db: Connection, merchant_id: string): Promise<MemberRow[]> {
  return db
    .selectFrom('members')
    .innerJoin('staff', 'staff.id', 'members.user_id')
    .select([
      'members.user_id',
      'staff.name',
      'staff.email',
      'members.role',
      sql<boolean>`coalesce(staff.two_factor_enabled, false)`.as('two_factor_enabled'),
      'members.created_at',
    ])
    .where('members.merchant_id', '=', merchant_id)
    .orderBy('members.created_at')
    .orderBy('members.user_id')
    .execute();
}

export interface HeldMember {
  readonly user_id: string;
  readonly role: Role;
}

/** Locks all of a merchant's memberships until the transaction ends, always in the same order. */
export function lockMembers(db: Connection, merchant_id: string): Promise<HeldMember[]> {
  return db
    .selectFrom('members')
    .select(['user_id', 'role'])
    .where('merchant_id', '=', merchant_id)
    .orderBy('user_id')
    .forUpdate()
    .execute();
}

/** Locks a member's role until the transaction ends; undefined for somebody who is not a member. */
export async function holdRole(
  tx: Connection,
  { merchant_id, user_id }: { readonly merchant_id: string; readonly user_id: string },
): Promise<Role | undefined> {
  const held = await tx
    .selectFrom('members')
    .select('role')
    .where('merchant_id', '=', merchant_id)
    .where('user_id', '=', user_id)
    .forShare()
    .executeTakeFirst();
  return held?.role;
}

export async function setRole(
  db: Connection,
  { merchant_id, user_id, role, at }: { merchant_id: string; user_id: string; role: Role; at: Date },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ role, updated_at: at })
    .where('merchant_id', '=', merchant_id)
    .where('user_id', '=', user_id)
    .execute();
}

export async function deleteMember(db: Connection, merchant_id: string, user_id: string): Promise<void> {
  await db
    .deleteFrom('members')
    .where('merchant_id', '=', merchant_id)
    .where('user_id', '=', user_id)
    .execute();
}
