import type { Connection } from '../../../platform/database/connect.ts';
import type { InvitationTable } from '../../../platform/database/tables/staff.ts';

export type Invitation = InvitationTable;

export async function insertInvitation(
  db: Connection,
  invitation: Omit<Invitation, 'accepted_at' | 'accepted_by' | 'revoked_at'>,
): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ ...invitation, accepted_at: null, accepted_by: null, revoked_at: null })
    .execute();
}

/** Lists invitations that can still be accepted, newest first. */
export function listOpenInvitations(db: Connection, merchant_id: string, at: Date): Promise<Invitation[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Revokes open invitations: one, or all to an e-mail address. @returns the number of revoked invitations */
export async function revokeInvitations(
  db: Connection,
  merchant_id: string,
  which: { readonly id: string } | { readonly email: string },
  at: Date,
): Promise<bigint> {
  const revoked = await db
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('merchant_id', '=', merchant_id)
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : ''))
    .$if('email' in which, (query) => query.where('email', '=', 'email' in which ? which.email : ''))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return revoked.numUpdatedRows;
}

/** Finds an open invitation with its merchant's name. */
export function findOpenInvitation(db: Connection, token_hash: Buffer, at: Date) {
  return db
    .selectFrom('invitations')
    .innerJoin('merchants', 'merchants.id', 'invitations.merchant_id')
    .selectAll('invitations')
    .select('merchants.name as merchant_name')
    .where('invitations.token_hash', '=', token_hash)
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', at)
    .executeTakeFirst();
}

/** Marks an invitation as accepted. @returns false when another request was faster */
export async function markAccepted(
  db: Connection,
  { merchant_id, id }: Pick<Invitation, 'merchant_id' | 'id'>,
  accepted_by: string,
  at: Date,
): Promise<boolean> {
  const accepted = await db
    .updateTable('invitations')
    .set({ accepted_at: at, accepted_by })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return accepted.numUpdatedRows > 0n;
}
