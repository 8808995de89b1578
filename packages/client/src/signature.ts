import { webCrypto } from './web-crypto.ts';

/** Data to sign: text, or bytes in any form that runtimes provide. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** Bytes, typed through the encoder because `Uint8Array` is not generic in older compilers. */
export type Bytes = ReturnType<InstanceType<typeof TextEncoder>['encode']>;

/**
 * Signs with the service's own scheme: hex HMAC-SHA256 of `time.body`, keyed with the whole secret text.
 *
 * @param time Unix time in seconds.
 */
export async function serviceSignature(secret: string, time: string, body: RawBody): Promise<string> {
  let hex = '';
  for (const byte of await hmac(toBytes(secret), `${time}.`, body)) {
    hex += (byte + 256).toString(16).slice(1);
  }
  return hex;
}

/**
 * Signs with Standard Webhooks 1.0.0: base64 HMAC-SHA256 of `id.time.body`, keyed with the decoded base64 of the
 * secret.
 *
 * @param time Unix time in seconds.
 * @throws TypeError when the secret is not `whsec_` followed by base64.
 */
export async function standardSignature(
  secret: string,
  id: string,
  time: string,
  body: RawBody,
): Promise<string> {
  return btoa(String.fromCharCode(...(await hmac(standardKey(secret), `${id}.${time}.`, body))));
}

/** Compares in constant time for texts of equal length; the length is not a secret. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

/** Converts to bytes. @throws TypeError for anything but text and bytes, such as a body that is already parsed. */
export function toBytes(text: RawBody): Bytes {
  if (typeof text === 'string') return new TextEncoder().encode(text);
  // `instanceof` would not work: test runners and other contexts have their own Uint8Array. An ArrayBuffer has no
  // `buffer`.
  const { buffer = text as ArrayBuffer, byteOffset, byteLength } = Object(text) as Bytes;
  if (byteLength >= 0) return new Uint8Array(buffer, byteOffset, byteLength);
  throw new TypeError('Pass the raw body, unparsed.');
}

function standardKey(secret: string): Bytes {
  try {
    const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0));
    if (bytes.length > 0) return bytes;
  } catch {
    // Not base64: the same result as without a key.
  }
  throw new TypeError('A webhook secret is whsec_ and base64.');
}

async function hmac(key: Bytes, prefix: string, body: RawBody): Promise<Uint8Array> {
  const { subtle } = await webCrypto();
  const hmacKey = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const start = toBytes(prefix);
  const rest = toBytes(body);
  const signed = new Uint8Array(start.length + rest.length);
  signed.set(start);
  signed.set(rest, start.length);
  return new Uint8Array(await subtle.sign('HMAC', hmacKey, signed));
}
