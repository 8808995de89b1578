import { equalInConstantTime, type RawBody, serviceSignature, standardSignature } from './signature.ts';
import { SignatureError } from './signature-error.ts';

/** `Headers`, or a plain record from a server, with names in any case and repeated values as an array. */
export type HeadersInput =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A secret (`whsec_...`), or several during a rotation, each of which is accepted. */
export type Secrets = string | readonly string[];

export interface Tolerance {
  /** Maximum difference in seconds between the signature's time and now, in either direction. */
  readonly tolerance?: number | undefined;
}

/** A claim to be verified: a signing time and signatures. */
export interface Claim {
  /** Unix time in seconds. */
  readonly time: string;
  readonly signatures: readonly string[];
  /** Message id, which Standard Webhooks also signs; undefined in the service's own scheme. */
  readonly id?: string;
}

/** Reads a claim in the service's own scheme: `t=<Unix seconds>,v1=<hex>,v1=<hex>`. */
export function readServiceClaim(text: string): Claim {
  // A claim with two times is as invalid as one without.
  return {
    time: String(text.match(/(?<=\bt=)[^\s,]+/g)),
    signatures: text.match(/(?<=\bv1=)[^\s,]+/g) ?? [],
  };
}

/**
 * Reads the claim of a webhook: from `X-Service-Signature` if present, otherwise from the Standard Webhooks
 * headers.
 *
 * @throws SignatureError when the headers contain none.
 */
export function readClaim(headers: HeadersInput): Claim {
  const own = readHeader(headers, 'x-service-signature');
  if (own) return readServiceClaim(own);
  const id = readHeader(headers, 'webhook-id');
  const time = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  if (!(id && time && signatures)) throw new SignatureError('missing_signature', 'There is no signature.');
  return { id, time, signatures: signatures.match(/(?<=\bv1,)[^\s,]+/g) ?? [] };
}

/**
 * Verifies that a claim is fresh and that one of its signatures was made with one of the secrets.
 *
 * @throws SignatureError if the claim cannot be trusted.
 * @throws TypeError for invalid arguments: no secret, or an invalid tolerance.
 */
export async function believe(
  { time, signatures, id }: Claim,
  body: RawBody,
  secret: Secrets,
  tolerance_s: number,
): Promise<void> {
  const secrets = readSecrets(secret);
  if (!(tolerance_s >= 0 && tolerance_s < Infinity)) throw new TypeError('tolerance must be seconds.');
  if (!/^\d{1,12}$/.test(time)) {
    throw new SignatureError('malformed_signature', 'The signature has no time.');
  }

  let matches = false;
  for (const each of secrets) {
    const right = await (id === undefined
      ? serviceSignature(each, time, body)
      : standardSignature(each, id, time, body));
    // Checks all signatures, even after a match, so that the duration reveals nothing.
    for (const given of signatures) if (equalInConstantTime(right, given)) matches = true;
  }
  if (!matches) {
    throw new SignatureError('no_match', 'No signature matches. Is it the raw body and the right secret?');
  }

  const age_s = Date.now() / 1000 - Number(time);
  if (age_s > tolerance_s) throw new SignatureError('too_old', 'It was signed too long ago.');
  if (age_s < -tolerance_s) throw new SignatureError('too_new', 'It was signed in the future.');
}

/** Lists the secrets. @throws TypeError when there is none or one is empty. */
export function readSecrets(secret: unknown): readonly string[] {
  const secrets = [secret].flat().map((each) => String(each ?? '').trim());
  if (secrets[0] && !secrets.includes('')) return secrets;
  throw new TypeError('The webhook secret is missing.');
}

/** Reads a header; empty if it is absent. */
function readHeader(headers: HeadersInput, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  return Object.entries(headers)
    .flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []))
    .join(' ');
}
