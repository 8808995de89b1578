import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Connection } from '../database/connect.ts';
import { findSecret, insertSecret, replaceSecret } from './queries.ts';

/** The error when SECRET_KEY is not the key with which the database's secrets were encrypted. */
export class SecretKeyError extends Error {
  constructor(cause: unknown) {
    super(
      'SECRET_KEY does not decrypt the secrets of this database. Set the key that belongs to the database; if it was rotated since, set the older one as SECRET_KEY_PREVIOUS.',
      { cause },
    );
    this.name = 'SecretKeyError';
  }
}

/**
 * `sessions` signs session cookies and encrypts second factors; `references` derives the references sent to
 * providers.
 */
export type InstallationSecret = 'sessions' | 'references';

/**
 * Reads or creates a secret of the installation. It is generated once for all processes and outlives SECRET_KEY,
 * so that rotating the key does not sign anyone out, lose a second factor or change a reference. The first start
 * with a new key encrypts it again.
 *
 * @throws SecretKeyError when it is encrypted with a key that is neither SECRET_KEY nor in SECRET_KEY_PREVIOUS
 */
export async function keepSecret(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  name: InstallationSecret,
): Promise<string> {
  const kept =
    (await findSecret(db, name)) ??
    (await insertSecret(db, { name, secret_sealed: secrets.seal(randomBytes(32).toString('base64url')) }));
  const secret = open(secrets, kept);
  if (!kept.startsWith(secrets.current_prefix)) {
    await replaceSecret(db, { name, from: kept, to: secrets.seal(secret) });
  }
  return secret;
}

/** Returns access to a secret of the installation, for code that needs it later. */
export function keptSecret(ctx: Pick<Context, 'db' | 'secrets'>, name: InstallationSecret) {
  return {
    find: async (db: Connection): Promise<string | undefined> => {
      const sealed = await findSecret(db, name);
      return sealed === undefined ? undefined : open(ctx.secrets, sealed);
    },
    keep: (): Promise<string> => keepSecret(ctx, name),
  };
}

function open(secrets: Context['secrets'], sealed: string): string {
  try {
    return secrets.open(sealed);
  } catch (error) {
    throw new SecretKeyError(error);
  }
}
