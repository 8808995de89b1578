import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';

/** 1024 bits, as in the samples. One pair per process, because generating one takes a while. */
const pair = generateKeyPairSync('rsa', { modulusLength: 1024 });

/** Base64 of the SPKI, as the endpoint returns it. */
export const public_key = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

export type Padding = 'pkcs1' | 'oaep_sha1' | 'oaep_sha256';

/** Decrypts a PIN with the given padding; undefined if the PIN was encrypted with a different padding. */
export function openPin(encrypted: string, padding: Padding): string | undefined {
  const opened = open(encrypted, padding);
  return opened !== undefined && /^\d{4}$/.test(opened) ? opened : undefined;
}

/** True when the signature covers the exact bytes of the body. */
export function isSigned(body: string, headers: Readonly<Record<string, string>>): boolean {
  const [key, vector, ...more] = (open(headers['x-key'] ?? '', 'pkcs1') ?? '').split(':');
  if (key === undefined || vector === undefined || more.length > 0) return false;
  try {
    const decipher = createDecipheriv(
      'aes-256-cbc',
      Buffer.from(key, 'base64'),
      Buffer.from(vector, 'base64'),
    );
    const signature = Buffer.from(headers['x-signature'] ?? '', 'base64');
    return Buffer.concat([decipher.update(signature), decipher.final()]).toString('utf8') === body;
  } catch {
    // The body counts as unsigned if the keys have the wrong size or the text cannot be decrypted.
    return false;
  }
}

function open(encrypted: string, padding: Padding): string | undefined {
  const isOaep = padding !== 'pkcs1';
  try {
    return privateDecrypt(
      {
        key: pair.privateKey,
        padding: isOaep ? constants.RSA_PKCS1_OAEP_PADDING : constants.RSA_PKCS1_PADDING,
        ...(isOaep && { oaepHash: padding === 'oaep_sha1' ? 'sha1' : 'sha256' }),
      },
      Buffer.from(encrypted, 'base64'),
    ).toString('utf8');
  } catch {
    // The text cannot be decrypted because of a different padding, a different key or invalid base64.
    return undefined;
  }
}
