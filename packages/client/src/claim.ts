import { SignatureError } from './errors.ts';
import { serviceSignature, standardSignature } from './signature.ts';

/** `Headers`, or the plain record of a server: names in any letter case, several values as a list. */
export type HeadersInput =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a request claims: when it was signed, its signatures, and how the right one is made. */
export interface Claim {
  readonly timestamp: string;
  readonly signatures: readonly string[];
  readonly sign: (secret: string) => Promise<string>;
}

/**
 * Reads the claim of a webhook: from `X-Service-Signature` when it is there, from the Standard Webhooks headers otherwise.
 *
 * @throws SignatureError when there is none, or it cannot be read.
 */
export function readClaim(headers: HeadersInput, body: Uint8Array): Claim {
  return readServiceClaim(headers, body) ?? readStandardClaim(headers, body);
}

function readServiceClaim(headers: HeadersInput, body: Uint8Array): Claim | null {
  const header = readHeader(headers, 'x-service-signature');
  if (header === null) return null;
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length));
  const [timestamp = '', ...otherTimes] = valuesOf('t=');
  if (otherTimes.length > 0) throw malformedHeader();
  return {
    timestamp: requireTime(timestamp),
    signatures: valuesOf('v1='),
    sign: (secret) => serviceSignature(secret, timestamp, body),
  };
}

function readStandardClaim(headers: HeadersInput, body: Uint8Array): Claim {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signature = readHeader(headers, 'webhook-signature');
  if (id === null || timestamp === null || signature === null) {
    throw new SignatureError('missing_header', 'The request carries no signature.');
  }
  return {
    timestamp: requireTime(timestamp),
    signatures: signature
      .split(' ')
      .filter((part) => part.startsWith('v1,'))
      .map((part) => part.slice(3)),
    sign: (secret) => standardSignature(secret, id, timestamp, body),
  };
}

function requireTime(text: string): string {
  if (!/^\d{1,12}$/.test(text)) throw malformedHeader();
  return text;
}

function malformedHeader(): SignatureError {
  return new SignatureError('malformed_header', 'The signature header cannot be read.');
}

function readHeader(headers: HeadersInput, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name) ?? null;
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  return values.length === 0 ? null : values.join(', ');
}
