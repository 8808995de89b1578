import { createPrivateKey } from 'node:crypto';
import type { Clock } from '@guichet/kernel/clock';
import type { Secret } from '@guichet/kernel/secret';
import {
  algorithmOf,
  contentDigest,
  type Encoding,
  isAlgorithm,
  signatureBase,
  signBase,
  suits,
} from './signature.ts';

export interface SigningKey {
  /** PEM. */
  readonly key: Secret;
  /** The key's id, as registered in pawaPay's dashboard. */
  readonly id: string;
  /** If empty, the key's default algorithm is used. */
  readonly algorithm: string;
  readonly encoding: Encoding;
}

/** Makes the headers that sign a `POST`. */
export type Signer = (url: string, body: string) => Readonly<Record<string, string>>;

/** The lifetime of a signature: short, because the request is sent immediately. */
const lifetime_s = 60;

/**
 * Makes the signer of requests (RFC 9421, with pawaPay's own `Signature-Date`).
 *
 * @throws Error for an invalid private key, or one that pawaPay does not accept
 */
export function makeSigner(signing: SigningKey, clock: Clock): Signer {
  const key = createPrivateKey(signing.key.reveal());
  const algorithm = isAlgorithm(signing.algorithm) ? signing.algorithm : algorithmOf(key);
  if (!suits(key, algorithm)) throw new Error(`the key does not make ${algorithm} signatures`);
  return (url, body) => {
    const { host, pathname } = new URL(url);
    const now = clock.now();
    const created = Math.floor(now.getTime() / 1000);
    const headers = {
      'content-digest': contentDigest(body),
      'content-type': 'application/json',
      'signature-date': now.toISOString(),
    };
    const lines = [
      ['@method', 'POST'],
      ['@authority', host],
      ['@path', pathname],
      ['signature-date', headers['signature-date']],
      ['content-digest', headers['content-digest']],
      ['content-type', headers['content-type']],
    ] as const;
    const names = lines.map(([name]) => `"${name}"`).join(' ');
    const parameters = `(${names});alg="${algorithm}";keyid="${signing.id}";created=${created};expires=${created + lifetime_s}`;
    const signature = signBase(signatureBase(lines, parameters), key, algorithm, signing.encoding);
    return { ...headers, 'signature-input': `sig-pp=${parameters}`, signature: `sig-pp=:${signature}:` };
  };
}
