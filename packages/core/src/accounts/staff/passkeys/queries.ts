import type { Connection } from '../../../platform/database/connect.ts';

/** Returns whether a person has the passkey. @param id our id of the passkey, not the authenticator's */
export async function hasPasskey(db: Connection, user_id: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('staff_passkeys')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a passkey is registered to anybody. @param credential_id from the authenticator, in base64url */
export async function isPasskeyKnown(db: Connection, credential_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('staff_passkeys')
    .select('id')
    .where('credential_id', '=', credential_id)
    .executeTakeFirst();
  return found !== undefined;
}
