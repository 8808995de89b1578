import { constants, createHash, type KeyObject, sign, verify } from 'node:crypto';

/** The algorithms of RFC 9421 that pawaPay documents. */
const algorithms = {
  'ecdsa-p256-sha256': { digest: 'sha256', type: 'ec' },
  'ecdsa-p384-sha384': { digest: 'sha384', type: 'ec' },
  'rsa-v1_5-sha256': { digest: 'sha256', type: 'rsa' },
  // The salt is as long as the digest (RFC 9421, 3.3.1).
  'rsa-pss-sha512': {
    digest: 'sha512',
    type: 'rsa',
    options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 },
  },
} as const;
export type Algorithm = keyof typeof algorithms;
export const algorithmNames = Object.keys(algorithms);

/**
 * The encoding of an ECDSA signature: DER, as in Node and pawaPay's sample, or raw (r and s), as in the RFC.
 */
export type Encoding = 'der' | 'raw';
const dsaEncodings = { der: 'der', raw: 'ieee-p1363' } as const;

export const isAlgorithm = (name: string): name is Algorithm => Object.hasOwn(algorithms, name);

/** The default algorithm of a key. */
export function algorithmOf(key: KeyObject): Algorithm {
  if (key.asymmetricKeyType === 'rsa') return 'rsa-pss-sha512';
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (curve === 'prime256v1') return 'ecdsa-p256-sha256';
  if (curve === 'secp384r1') return 'ecdsa-p384-sha384';
  throw new Error('not an RSA, P-256 or P-384 key');
}

/** Whether a key can make signatures with an algorithm. */
export function suits(key: KeyObject, algorithm: Algorithm): boolean {
  return algorithms[algorithm].type === 'rsa'
    ? key.asymmetricKeyType === 'rsa'
    : algorithm === algorithmOf(key);
}

/** Builds the signature base: one line for each component, the parameters last, without a final line feed. */
export function signatureBase(
  lines: readonly (readonly [name: string, value: string])[],
  parameters: string,
): string {
  return [...lines.map(([name, value]) => `"${name}": ${value}`), `"@signature-params": ${parameters}`].join(
    '\n',
  );
}

/** @param encoding the encoding of an ECDSA signature; ignored for RSA */
export function signBase(base: string, key: KeyObject, algorithm: Algorithm, encoding: Encoding): string {
  const { digest, type, ...rest } = algorithms[algorithm];
  const options = 'options' in rest ? rest.options : {};
  const how = type === 'ec' ? { dsaEncoding: dsaEncodings[encoding] } : options;
  return sign(digest, Buffer.from(base), { key, ...how }).toString('base64');
}

/** Verifies a signature; accepts both encodings of ECDSA. Never throws for an invalid signature. */
export function verifyBase(base: string, signature: Buffer, key: KeyObject, algorithm: Algorithm): boolean {
  const { digest, type, ...rest } = algorithms[algorithm];
  if (!suits(key, algorithm)) return false;
  const options = 'options' in rest ? rest.options : {};
  const hows =
    type === 'ec' ? Object.values(dsaEncodings).map((dsaEncoding) => ({ dsaEncoding })) : [options];
  return hows.some((how) => verify(digest, Buffer.from(base), { key, ...how }, signature));
}

const digests = { 'sha-512': 'sha512', 'sha-256': 'sha256' } as const;

/** `Content-Digest` of a body (RFC 9530). */
export function contentDigest(body: string): string {
  return `sha-512=:${createHash('sha512').update(body).digest('base64')}:`;
}

/** Whether the header has a digest of a known algorithm, and all such digests match the body. */
export function isDigestOf(header: string, body: string): boolean {
  const given = header.split(',').flatMap((part) => {
    const [, name = '', value = ''] = /^\s*(sha-512|sha-256)=:([A-Za-z0-9+/=]+):\s*$/.exec(part) ?? [];
    return name === 'sha-512' || name === 'sha-256' ? [[digests[name], value] as const] : [];
  });
  return (
    given.length > 0 &&
    given.every(([algorithm, value]) => createHash(algorithm).update(body).digest('base64') === value)
  );
}
