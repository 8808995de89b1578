import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Cost of a hash: scrypt takes 128 · N · r bytes, p times. */
export interface Work {
  /** N as a power of two. */
  readonly log_n: number;
  readonly r: number;
  readonly p: number;
}

/**
 * The option with the least memory, 16 MB, in the OWASP Password Storage Cheat Sheet, because many hashes run at
 * once.
 */
let work: Work = { log_n: 14, r: 8, p: 5 };
const salt_length = 16;
const key_length = 32;

/** The PHC string format: later hashes may cost more, and earlier ones can still be read. */
const hash_pattern = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;
/** Format of the sign-in library: N = 16,384, r = 16, p = 1; the salt is used as its hexadecimal text. */
const library_pattern = /^([\da-f]{32}):([\da-f]{128})$/;

/** The parts of a hash. */
interface Parts {
  readonly work: Work;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/**
 * Sets the cost of the hashes that this process makes from now on. For tests only, which create people by the
 * hundred; each hash records its own cost, so it stays readable.
 */
export function setHashWork(of_tests: Work): void {
  work = of_tests;
}

/** @returns the hash, as text that contains its parameters and its own salt */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(salt_length);
  const key = await deriveKey(password, { work, salt, length: key_length });
  const { log_n, r, p } = work;
  return `$scrypt$ln=${log_n},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** @returns whether the password matches the hash, compared in constant time */
export async function verifyPassword({
  hash,
  password,
}: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  const { key, ...parts } = readHash(hash);
  return timingSafeEqual(await deriveKey(password, { ...parts, length: key.length }), key);
}

function readHash(hash: string): Parts {
  const [, log_n, r, p, salt, key] = hash_pattern.exec(hash) ?? [];
  if (salt !== undefined && key !== undefined) {
    return {
      work: { log_n: Number(log_n), r: Number(r), p: Number(p) },
      salt: Buffer.from(salt, 'base64url'),
      key: Buffer.from(key, 'base64url'),
    };
  }
  const [, library_salt, library_key] = library_pattern.exec(hash) ?? [];
  if (library_salt === undefined || library_key === undefined) {
    throw new Error('the hash of a password cannot be read');
  }
  return {
    work: { log_n: 14, r: 16, p: 1 },
    salt: Buffer.from(library_salt),
    key: Buffer.from(library_key, 'hex'),
  };
}

/** The same password typed on a different keyboard may have different code points, so it is normalized. */
function deriveKey(
  password: string,
  { work: { log_n, r, p }, salt, length }: Omit<Parts, 'key'> & { readonly length: number },
): Promise<Buffer> {
  const cost = 2 ** log_n;
  return derive(password.normalize('NFKC'), salt, length, {
    cost,
    blockSize: r,
    parallelization: p,
    maxmem: 2 * 128 * cost * r,
  });
}
