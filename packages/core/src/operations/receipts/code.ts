import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The statement in a receipt's code, true when the code was made. */
export interface ReceiptClaim {
  readonly key_id: string;
  /** The payment's reference, without the hyphen. */
  readonly reference: string;
  /** Major unit, as text: `25500`, `12.50`. */
  readonly amount: string;
  readonly currency: string;
  /** UTC, to the second: `2026-07-25T14:12:00Z`. */
  readonly paid_at: string;
  readonly mode: 'test' | 'live';
  /** Truncated if it is long. */
  readonly merchant_name: string;
}

/** The first line of the signed text: its kind and version. */
const form = 'guichet-receipt-1';
/** The maximum number of signed bytes: with more, the QR code has modules too small for cheap cameras. */
export const claim_bytes_max = 250;
const signature_bytes = 64;
/** The maximum length of a code: base64url of the signed text and its signature. */
export const code_length_max = Math.ceil(((claim_bytes_max + signature_bytes) * 4) / 3);

const lines_pattern =
  /^guichet-receipt-1\n([\w-]{8})\n([0-9A-HJKMNP-TV-Z]{10})\n(\d{1,15}(?:\.\d{1,3})?) ([A-Z]{3})\n(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\n(test|live)\n([^\n]*)$/;

/**
 * Makes the code of a receipt: a text of seven lines and its Ed25519 signature (RFC 8032), both in base64url
 * (RFC 4648 section 5). The merchant's name is truncated to fit into {@link claim_bytes_max}.
 */
export function writeCode(claim: ReceiptClaim, private_key: KeyObject): string {
  const { key_id, reference, amount, currency, paid_at, mode } = claim;
  const head = Buffer.from(
    `${[form, key_id, reference, `${amount} ${currency}`, paid_at, mode].join('\n')}\n`,
  );
  const name = Buffer.from(truncate(claim.merchant_name, claim_bytes_max - head.length));
  const text = Buffer.concat([head, name]);
  return Buffer.concat([text, sign(null, text, private_key)]).toString('base64url');
}

/**
 * Reads a code, and checks its signature.
 *
 * @param findKey returns the public key with an id; undefined for an unknown one
 * @returns the claim; undefined unless this service made exactly this code
 */
export function readCode(
  code: string,
  findKey: (id: string) => KeyObject | undefined,
): ReceiptClaim | undefined {
  if (code.length > code_length_max) return undefined;
  const bytes = Buffer.from(code, 'base64url');
  // Decoding ignores other characters and unused bits: only the one way of writing the bytes is accepted.
  if (bytes.length <= signature_bytes || bytes.toString('base64url') !== code) return undefined;
  const text = bytes.subarray(0, -signature_bytes);
  const claim = readClaim(text);
  const key = claim && findKey(claim.key_id);
  if (!key) return undefined;
  return verify(null, text, key, bytes.subarray(-signature_bytes)) ? claim : undefined;
}

function readClaim(text: Buffer): ReceiptClaim | undefined {
  const lines = lines_pattern.exec(text.toString());
  if (!lines) return undefined;
  const [, key_id = '', reference = '', amount = '', currency = '', paid_at = '', mode, merchant_name = ''] =
    lines;
  return {
    ...{ key_id, reference, amount, currency, paid_at, merchant_name },
    mode: mode === 'live' ? 'live' : 'test',
  };
}

/** Imports a raw Ed25519 key of 32 bytes (RFC 8037 section 2). */
export function publicKeyOf(raw: Uint8Array): KeyObject {
  const x = Buffer.from(raw).toString('base64url');
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
}

/** Returns the beginning of a name on one line, cut between characters. */
function truncate(name: string, bytes_max: number): string {
  let text = '';
  let bytes = 0;
  for (const { segment } of segmenter.segment(name.replaceAll('\n', ' '))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > bytes_max) break;
    text += segment;
  }
  return text;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
