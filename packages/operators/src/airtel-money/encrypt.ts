import {
  constants,
  createCipheriv,
  createPublicKey,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import type { Padding } from './settings.ts';

/** Parses Airtel's public key. @returns undefined when it is invalid */
export function publicKeyOf(spki_base64: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(spki_base64, 'base64'), format: 'der', type: 'spki' });
  } catch {
    // Whatever the cause: nothing can be encrypted.
    return undefined;
  }
}

const padding_options: Readonly<Record<Padding, { readonly padding: number; readonly oaepHash?: string }>> = {
  pkcs1: { padding: constants.RSA_PKCS1_PADDING },
  oaep_sha1: { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
  oaep_sha256: { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
};

/** Encrypts the PIN of disbursements with the country's padding, as base64. */
export function encryptPin(pin: string, key: KeyObject, padding: Padding): string {
  return publicEncrypt({ key, ...padding_options[padding] }, Buffer.from(pin)).toString('base64');
}

/**
 * Signs a message: encrypts the body's exact bytes with AES-256-CBC under a new key, and encrypts that key and its
 * initialization vector with Airtel's public key.
 */
export function signBody(
  body: string,
  key: KeyObject,
): { readonly 'x-signature': string; readonly 'x-key': string } {
  const secret = randomBytes(32);
  const vector = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', secret, vector);
  const signature = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
  const opened = Buffer.from(`${secret.toString('base64')}:${vector.toString('base64')}`);
  return {
    'x-signature': signature.toString('base64'),
    'x-key': publicEncrypt({ key, ...padding_options.pkcs1 }, opened).toString('base64'),
  };
}
