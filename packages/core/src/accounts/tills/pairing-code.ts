import { createHash, randomBytes } from 'node:crypto';
import { codeOf, readShortCode } from '../../platform/secrets/short-codes.ts';

/** Long enough to walk to the counter; short enough that a code on a piece of paper is worthless. */
const valid_ms = 15 * 60_000;

/** A code that pairs a device with a till, and what the database stores of it. */
export interface DrawnCode {
  readonly code: string;
  readonly pairing_hash: Buffer;
  readonly pairing_expires_at: Date;
}

/** Draws a code of 40 bits. It is valid for a quarter of an hour and once, and guessing is limited by address. */
export function drawPairingCode(now: Date): DrawnCode {
  const code = codeOf(randomBytes(8));
  return {
    code,
    pairing_hash: hashOf(code),
    pairing_expires_at: new Date(now.getTime() + valid_ms),
  };
}

/** Returns the stored form of a typed code; undefined for a text that cannot be a code. */
export function hashOfTypedCode(text: string): Buffer | undefined {
  const code = readShortCode(text);
  return code === undefined ? undefined : hashOf(code);
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(`pairing ${code}`).digest();
}
