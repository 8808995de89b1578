import { randomBytes, scryptSync } from 'node:crypto';
import { setHashWork, type Work } from '../password-hash.ts';

/** Password of every person created by tests. */
export const test_password = 'plum tarte 77 jazz';

/** Less than a thousandth of the usual cost: hundreds of tests begin by signing in. */
const little: Work = { log_n: 4, r: 8, p: 1 };

/** Lets the services of this process hash passwords at little cost, which is safe in tests only. */
export function hashWithLittleWork(): void {
  setHashWork(little);
}

/** Hash of the test password in the stored form, which contains its parameters. */
export const test_password_hash = makeHash(test_password);

function makeHash(password: string): string {
  const salt = randomBytes(16);
  const { log_n, r, p } = little;
  const key = scryptSync(password, salt, 32, { cost: 2 ** log_n, blockSize: r, parallelization: p });
  return `$scrypt$ln=${log_n},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}
