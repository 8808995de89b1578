import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** Digits of a PIN. */
export const pin_length = 6;
const salt_length = 16;
const key_length = 32;

/** Draws a PIN. A drawn PIN is nobody's birthday, and nobody uses it elsewhere. */
export function drawPin(): string {
  return String(randomInt(10 ** pin_length)).padStart(pin_length, '0');
}

/**
 * Returns the stored form of a PIN: scrypt with Node's parameters (16 MB). A copy of the database alone reveals a PIN
 * within days, but a PIN is of use only on a paired device, and only to receive money.
 */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(salt_length);
  const key = await derive(pin, salt, key_length);
  return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

/** Whether a PIN is the one of a hash, compared in constant time. @param typed digits of any script, with blanks */
export async function isPin(typed: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split('.');
  const derived = await derive(readPin(typed), Buffer.from(salt, 'base64url'), key_length);
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
}

/** Normalizes a typed PIN: without blanks, with the digits of a keyboard in Arabic or Persian as 0 to 9. */
export function readPin(typed: string): string {
  return typed
    .slice(0, 4 * pin_length)
    .replace(/\s/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
