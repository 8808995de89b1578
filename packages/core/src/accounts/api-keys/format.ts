import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '../../platform/database/columns.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const random_length = 26;
const checksum_length = 6;
const pattern = /^svc_(test|live)_([0-9A-Za-z]{26})([0-9A-Za-z]{6})$/;

/**
 * Generates a key: the prefix of its mode, 26 random base62 characters (154 bits) and a checksum of 6 (design
 * section 7).
 */
export function makeKey(mode: Mode): string {
  let random = '';
  for (let index = 0; index < random_length; index++) random += alphabet[randomInt(alphabet.length)];
  return `svc_${mode}_${random}${checksum(mode, random)}`;
}

/**
 * Returns the mode of a well-formed key, otherwise undefined. The checksum lets us refuse a mistyped key, and a
 * secret scanner recognize a real one, without a database.
 */
export function modeOfKey(key: string): Mode | undefined {
  const match = pattern.exec(key);
  if (!match) return undefined;
  const [, mode, random = '', sum] = match;
  return checksum(mode as Mode, random) === sum ? (mode as Mode) : undefined;
}

/**
 * Returns the SHA-256 that is stored instead of the key. A key has 154 random bits, so a plain hash cannot be
 * reversed by guessing.
 */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function checksum(mode: Mode, random: string): string {
  let rest = crc32(`${mode}.${random}`);
  let text = '';
  for (let index = 0; index < checksum_length; index++) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
