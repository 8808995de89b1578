import { randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { findSecret, insertSecret, replaceSecret } from './queries.ts';

/**
 * The secret that signs the cookies of sessions and seals second factors: drawn once, the same for every process, and
 * another SECRET_KEY does not change it, so that nobody is signed out or loses their second factor by that. It is
 * sealed anew at the first start with a new key.
 *
 * @throws Error when it was sealed with a key that is neither SECRET_KEY nor in SECRET_KEY_PREVIOUS
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
