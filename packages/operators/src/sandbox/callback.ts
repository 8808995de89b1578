import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Notice, RawCallback } from '../contract.ts';
import type { Truth } from './truth.ts';
import { readTransaction, writeTransaction } from './wire.ts';

const signatureHeader = 'x-sandbox-signature';

/** Makes a signed callback: hex HMAC-SHA256 of the body in `x-sandbox-signature`. */
export function makeCallback(callback_key: string, reference: string, truth: Truth): RawCallback {
  const body = JSON.stringify(writeTransaction(reference, truth));
  return {
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: sign(callback_key, body),
    },
    body,
  };
}

/** Whether the body was signed with the key. Header names are in lower case, as in Node. */
export function verifyCallback(callback_key: string, raw: RawCallback): boolean {
  const given = Buffer.from(raw.headers[signatureHeader] ?? '');
  const expected = Buffer.from(sign(callback_key, raw.body));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Parses a verified callback; returns an empty list if its body is not a transaction of the sandbox. */
export function readCallback(raw: RawCallback): readonly Notice[] {
  const wire = parseJson(raw.body);
  const read = readTransaction(wire);
  return read ? [{ ...read, raw: wire }] : [];
}

function sign(callback_key: string, body: string): string {
  return createHmac('sha256', callback_key).update(body).digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
