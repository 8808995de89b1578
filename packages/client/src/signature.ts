import { webCrypto } from './web-crypto.ts';

const encoder = new TextEncoder();

/** The service's own scheme: hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret text. */
export async function serviceSignature(secret: string, timestamp: string, body: Uint8Array): Promise<string> {
  const bytes = await hmac(encoder.encode(secret), `${timestamp}.`, body);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Standard Webhooks 1.0.0: base64 HMAC-SHA256 of `id.timestamp.body`, keyed with the decoded base64 of the secret.
 *
 * @throws TypeError when the secret is not `whsec_` and base64.
 */
export async function standardSignature(
  secret: string,
  id: string,
  timestamp: string,
  body: Uint8Array,
): Promise<string> {
  const bytes = await hmac(standardKey(secret), `${id}.${timestamp}.`, body);
  return btoa(String.fromCharCode(...bytes));
}

/** Compares in a time that tells nothing about where two texts differ; only their lengths, which are no secret. */
export function equalInConstantTime(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  try {
    const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0));
    if (bytes.length > 0) return bytes;
  } catch {
    // Not base64: the same answer as for no key at all.
  }
  throw new TypeError('A webhook secret must be whsec_ followed by base64.');
}

async function hmac(key: Uint8Array<ArrayBuffer>, prefix: string, body: Uint8Array): Promise<Uint8Array> {
  const { subtle } = await webCrypto();
  const hmacKey = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const start = encoder.encode(prefix);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  return new Uint8Array(await subtle.sign('HMAC', hmacKey, signed));
}
