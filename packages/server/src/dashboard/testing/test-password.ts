import { randomBytes, scryptSync } from 'node:crypto';

/** Password of every person created by tests. */
export const test_password = 'plum tarte 77 jazz';

/**
 * Its hash in the form that the service keeps, by a thousandth of the work: a sign-in reads from the hash how it was
 * made, and hundreds of tests begin with one.
 */
export const test_password_hash = hashWithLittleWork(test_password);

function hashWithLittleWork(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { cost: 16, blockSize: 8, parallelization: 1 });
  return `$scrypt$ln=4,r=8,p=1$${salt.toString('base64url')}$${key.toString('base64url')}`;
}
