/** Crockford's base 32: no letter that reads like a digit or another letter, and no U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const code_length = 8;
const code_pattern = new RegExp(`^[${alphabet}]{${code_length}}$`);

/** Returns a short code of 40 bits, made from the first eight of the random bytes. */
export function codeOf(bytes: Buffer): string {
  return Array.from(bytes.subarray(0, code_length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Normalizes a typed code to its eight characters; undefined when it cannot be a code. */
export function readShortCode(text: string): string | undefined {
  const code = text
    .replace(/[\s\p{Dash}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return code_pattern.test(code) ? code : undefined;
}
