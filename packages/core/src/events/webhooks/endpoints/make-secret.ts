import { randomBytes } from 'node:crypto';

/** Standard Webhooks asks for 24 to 64 random bytes. */
const secret_bytes = 32;

/** Generates a webhook secret, `whsec_` and base64. */
export function makeSecret(): string {
  return `whsec_${randomBytes(secret_bytes).toString('base64')}`;
}
