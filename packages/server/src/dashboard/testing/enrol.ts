import { createHmac } from 'node:crypto';
import { test_password } from './test-password.ts';
import type { Visit } from './visit.ts';

export interface Enrolled {
  /** Returns the app's current code. */
  code(): string;
  /** For a lost phone. */
  readonly codes: readonly string[];
}

/** Sets up the second factor of a person who is signed in with {@link test_password}. */
export async function enrol(visit: Visit): Promise<Enrolled> {
  const { status, body } = await visit.send('POST', '/auth/two-factor/enable', {
    body: { password: test_password },
  });
  if (status !== 200) throw new Error(`setting up the second factor failed with ${status}`);
  const code = () => totpOf(new URL(body.totpURI).searchParams.get('secret') ?? '');
  const verified = await visit.send('POST', '/auth/two-factor/verify-totp', { body: { code: code() } });
  if (verified.status !== 200) throw new Error(`the first code failed with ${verified.status}`);
  return { code, codes: body.backupCodes };
}

/** The current code for a key in base 32 (RFC 4648), as an app shows it (RFC 6238 over RFC 4226 section 5.3). */
export function totpOf(key: string): string {
  const bits = [...key].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
