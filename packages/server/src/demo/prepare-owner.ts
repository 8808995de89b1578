import { randomBytes } from 'node:crypto';
import type { CommandActor, Context } from '@guichet/core/platform';
import { createStaff, findPasswordHash, findStaffByEmail } from '@guichet/core/serving';
import { hashPassword, verifyPassword } from '../dashboard/password-hash.ts';

/** Credentials of the demo merchant's owner for the dashboard. */
export interface DemoOwner {
  readonly email: string;
  /** Null if the password was changed or its record is lost; `guichet staff reset-password` sets a new one. */
  readonly password: string | null;
}

/**
 * The actor of the demo, which in development creates what a person would otherwise create from the command line.
 */
export const command: CommandActor = { kind: 'command', name: 'demo' };

const email = 'owner@demo.test';

/** Creates the owner of the demo merchant if there is none. @param kept the record of an earlier start */
export async function prepareOwner(
  ctx: Pick<Context, 'db' | 'clock'>,
  merchant_id: string,
  kept: DemoOwner | undefined,
): Promise<DemoOwner> {
  const owner = await findStaffByEmail(ctx.db, merchant_id, email);
  if (!owner) {
    const password = randomBytes(12).toString('base64url');
    const password_hash = await hashPassword(password);
    await createStaff(ctx, command, { merchant_id, email, name: 'Aya', role: 'owner', password_hash });
    return { email, password };
  }
  const hash = await findPasswordHash(ctx.db, owner.id);
  const password = kept?.password;
  const isRight = typeof password === 'string' && hash !== null && (await verifyPassword({ hash, password }));
  return { email, password: isRight ? password : null };
}
