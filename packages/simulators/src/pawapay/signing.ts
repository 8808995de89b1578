import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { SimulatorRequest } from '../contract.ts';

/** pawaPay's own key for callbacks, as `/v2/public-key/http` shows it. */
export interface CallbackKey {
  readonly id: string;
  readonly public_pem: string;
  readonly private_key: KeyObject;
}

export function makeCallbackKey(number: number): CallbackKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const public_pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { id: `HTTP_EC_P256_KEY:${number}`, public_pem, private_key: privateKey };
}

const covered = ['@method', '@authority', '@path', 'signature-date', 'content-digest', 'content-type'];
const lifetime_s = 60;

/**
 * Makes the headers of a signed callback (RFC 9421 and RFC 9530). `der` is the encoding that Node produces by
 * default, and therefore the encoding of the vendor's sample.
 */
export function signCallback(
  key: CallbackKey,
  encoding: 'der' | 'raw',
  now: Date,
  url: string,
  body: string,
): Record<string, string> {
  const { host, pathname } = new URL(url);
  const created = Math.floor(now.getTime() / 1000);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'content-digest': `sha-512=:${createHash('sha512').update(body).digest('base64')}:`,
    'signature-date': now.toISOString(),
  };
  const list = covered.map((name) => `"${name}"`).join(' ');
  const parameters = `(${list});alg="ecdsa-p256-sha256";keyid="${key.id}";created=${created};expires=${created + lifetime_s}`;
  const values: Record<string, string> = {
    ...headers,
    '@method': 'POST',
    '@authority': host,
    '@path': pathname,
  };
  const base = baseOf(covered, values, parameters);
  const dsaEncoding = encoding === 'der' ? 'der' : 'ieee-p1363';
  const signature = sign('sha256', Buffer.from(base), { key: key.private_key, dsaEncoding });
  return {
    ...headers,
    'signature-input': `sig-pp=${parameters}`,
    signature: `sig-pp=:${signature.toString('base64')}:`,
  };
}

/**
 * Checks the signature of a merchant's request as strictly as the contract sheet requires.
 *
 * @returns the error; null when it is valid
 */
export function problemOfSignature(
  request: SimulatorRequest,
  keys: Readonly<Record<string, string>>,
  now: Date,
): string | null {
  const { headers, body } = request;
  const [, digest] = /^sha-512=:(.+):$/.exec(headers['content-digest'] ?? '') ?? [];
  const expected = createHash('sha512').update(body).digest();
  const given = Buffer.from(digest ?? '', 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'Content-Digest';
  const [, parameters = ''] = /^sig-pp=(.+)$/.exec(headers['signature-input'] ?? '') ?? [];
  const [, list = ''] = /^\(([^)]*)\)/.exec(parameters) ?? [];
  const names = list.split(' ').map((one) => one.replace(/"/g, ''));
  if (covered.some((name) => !names.includes(name))) return 'covered components';
  const parameter = (name: string): string | undefined =>
    new RegExp(`;${name}="?([^";]+)"?`).exec(parameters)?.[1];
  const now_s = now.getTime() / 1000;
  if (!(Number(parameter('expires')) > now_s) || !(Number(parameter('created')) <= now_s + 60)) {
    return 'created and expires';
  }
  const pem = new Map(Object.entries(keys)).get(parameter('keyid') ?? '');
  if (pem === undefined) return 'keyid';
  const { host, pathname } = new URL(request.url);
  const values = { ...headers, '@method': request.method, '@authority': host, '@path': pathname };
  const [, signature = ''] = /^sig-pp=:(.+):$/.exec(headers.signature ?? '') ?? [];
  const base = Buffer.from(baseOf(names, values, parameters));
  const isRight = verifyWith(pem, parameter('alg') ?? '', base, Buffer.from(signature, 'base64'));
  return isRight ? null : 'Signature';
}

function verifyWith(pem: string, algorithm: string, base: Buffer, signature: Buffer): boolean {
  const key = createPublicKey(pem);
  switch (algorithm) {
    case 'ecdsa-p256-sha256':
      return (['der', 'ieee-p1363'] as const).some((dsaEncoding) =>
        verify('sha256', base, { key, dsaEncoding }, signature),
      );
    case 'rsa-v1_5-sha256':
      return verify('sha256', base, key, signature);
    case 'rsa-pss-sha512':
      // RSA_PKCS1_PSS_PADDING with a salt as long as the digest (RFC 9421, 3.3.1).
      return verify('sha512', base, { key, padding: 6, saltLength: 64 }, signature);
    default:
      return false;
  }
}

function baseOf(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
  parameters: string,
): string {
  const lines = names.map((name) => `"${name}": ${values[name] ?? ''}`);
  return [...lines, `"@signature-params": ${parameters}`].join('\n');
}
