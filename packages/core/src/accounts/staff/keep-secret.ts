import { randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { findSecret, insertSecret, replaceSecret } from './queries.ts';

/**
 * Reads or creates the secret that signs session cookies and encrypts second factors. It is generated once
 * for all processes and outlives SECRET_KEY, so that rotating the key signs nobody out and loses no second
 * factor. The first start with a new key encrypts it again.
 *
 * @throws Error when it is encrypted with a key that is neither SECRET_KEY nor in SECRET_KEY_PREVIOUS
 */
export async function keepSecret({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<string> {
  const name = 'sessions';
  const kept =
    (await findSecret(db, name)) ??
    (await insertSecret(db, { name, secret_sealed: secrets.seal(randomBytes(32).toString('base64url')) }));
  const secret = secrets.open(kept);
  if (!kept.startsWith(secrets.current_prefix)) {
    await replaceSecret(db, { name, from: kept, to: secrets.seal(secret) });
  }
  return secret;
}
