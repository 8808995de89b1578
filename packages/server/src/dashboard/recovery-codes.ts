import { createHmac, randomBytes } from 'node:crypto';

/** Crockford's base 32: no characters that can be confused. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codes_count = 10;
/** 120 bits: more than 112, above which a plain hash is enough (OWASP ASVS 5.0.0, 6.5.2). */
const code_length = 24;
const group_length = 4;

/** Marks a hash: no recovery code begins with it. */
const hash_mark = '#';

/** Hashes a recovery code for storage. */
export type HashRecoveryCode = (typed: string) => string;

/** Recovery codes for a lost phone, in groups: `k7m2-9qtx-...`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: codes_count }, () => {
    // 32 divides 256, so each character is equally likely.
    const signs = [...randomBytes(code_length)].map((byte) => alphabet[byte % alphabet.length]).join('');
    return signs.match(new RegExp(`.{${group_length}}`, 'g'))?.join('-') ?? '';
  });
}

/** Normalizes input: case, spaces and hyphens do not count, and letters that look like digits become digits. */
function normalCode(typed: string): string {
  return typed
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
}

/**
 * @param secret the secret of the sign-in library, without which codes cannot be guessed from a copy of the
 * database
 */
export function makeHashRecoveryCode(secret: string): HashRecoveryCode {
  return (typed) => {
    const hash = createHmac('sha256', secret).update(`recovery-code:${normalCode(typed)}`);
    return hash_mark + hash.digest('base64url');
  };
}

/**
 * Stores the codes of a person as hashes, in the form of the sign-in library, which compares its input with the
 * list it reads. Its input is therefore the hash of what was typed.
 *
 * @param open reads a list that an earlier version stored encrypted
 */
export function makeCodeStore(hash: HashRecoveryCode, open: (sealed: string) => Promise<string>) {
  const hashAll = (json: string): string => {
    const codes = JSON.parse(json) as readonly string[];
    return JSON.stringify(codes.map((code) => (code.startsWith(hash_mark) ? code : hash(code))));
  };
  return {
    encrypt: async (json: string): Promise<string> => hashAll(json),
    decrypt: async (kept: string): Promise<string> => (isHashed(kept) ? kept : hashAll(await open(kept))),
  };
}

/** True if a list is stored as hashes: earlier versions stored it encrypted, in hexadecimal digits. */
function isHashed(kept: string): boolean {
  return kept.startsWith('[');
}
