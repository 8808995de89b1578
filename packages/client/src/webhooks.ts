import { type HeadersInput, readClaim } from './claim.ts';
import { SignatureError } from './errors.ts';
import type { WebhookEvent } from './events.ts';
import { equalInConstantTime, serviceSignature, standardSignature } from './signature.ts';

export interface VerifyOptions {
  /** Seconds that the signature's time may be away from now, either way. Default: 300. */
  readonly tolerance?: number | undefined;
}

export interface SignOptions {
  /** Message id of the Standard Webhooks headers. Default: `msg_test`. */
  readonly id?: string | undefined;
  /** Unix time in seconds. Default: now. */
  readonly timestamp?: number | undefined;
}

export type WebhookHeaders = Record<
  'x-service-signature' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature',
  string
>;

/**
 * Proves that a webhook comes from Guichet and is fresh, and reads its event.
 * `X-Service-Signature` decides when it is there, the Standard Webhooks headers otherwise.
 *
 * @param rawBody the body exactly as it came, before any JSON parsing.
 * @param secret the endpoint's `whsec_...`; several while it is being rotated, each of which is accepted.
 * @throws SignatureError when it must not be believed: answer 401.
 * @throws TypeError when the call itself is wrong: a parsed body, no secret, a wrong tolerance.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: HeadersInput,
  secret: string | readonly string[],
  { tolerance = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = readBody(rawBody);
  const secrets = readSecrets(secret);
  if (!(Number.isFinite(tolerance) && tolerance >= 0)) {
    throw new TypeError('tolerance must be a number of seconds, 0 or more.');
  }

  const claim = readClaim(headers, body);
  const expected = await Promise.all(secrets.map(claim.sign));
  let matches = false;
  for (const right of expected) {
    for (const given of claim.signatures) if (equalInConstantTime(right, given)) matches = true;
  }
  if (!matches) {
    throw new SignatureError(
      'no_match',
      'The signature does not match. Is it the raw body, and the secret of this endpoint?',
    );
  }

  const age_s = Date.now() / 1000 - Number(claim.timestamp);
  if (age_s > tolerance) throw new SignatureError('too_old', 'The webhook was signed too long ago.');
  if (age_s < -tolerance) throw new SignatureError('too_new', 'The webhook was signed in the future.');
  return readEvent(body);
}

/**
 * Makes the headers that Guichet would send with a body: for tests of a receiver.
 *
 * @throws TypeError when a secret is not `whsec_` and base64.
 */
export async function signWebhook(
  rawBody: string | Uint8Array,
  secret: string | readonly string[],
  { id = 'msg_test', timestamp = Math.floor(Date.now() / 1000) }: SignOptions = {},
): Promise<WebhookHeaders> {
  const body = readBody(rawBody);
  const secrets = readSecrets(secret);
  const time = String(timestamp);
  const service = await Promise.all(secrets.map((each) => serviceSignature(each, time, body)));
  const standard = await Promise.all(secrets.map((each) => standardSignature(each, id, time, body)));
  return {
    'x-service-signature': [`t=${time}`, ...service.map((signature) => `v1=${signature}`)].join(','),
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': standard.map((signature) => `v1,${signature}`).join(' '),
  };
}

function readBody(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  // Not instanceof: test runners give each file its own Uint8Array.
  if (ArrayBuffer.isView(rawBody))
    return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  throw new TypeError(
    'Pass the raw body as it came, a string or Uint8Array: parsed and written again, it has other bytes.',
  );
}

function readSecrets(secret: unknown): readonly string[] {
  const secrets: unknown[] = Array.isArray(secret) ? secret : [secret];
  const texts = secrets.map((each) => (typeof each === 'string' ? each.trim() : ''));
  if (texts.length === 0 || texts.includes('')) {
    throw new TypeError('The webhook secret (whsec_...) is missing.');
  }
  return texts;
}

function readEvent(body: Uint8Array): WebhookEvent {
  let value: Partial<Record<keyof WebhookEvent, unknown>> | null;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    value = null;
  }
  const isEvent =
    typeof value?.id === 'string' &&
    typeof value.event === 'string' &&
    typeof value.data === 'object' &&
    value.data !== null;
  if (!isEvent) throw new SignatureError('malformed_event', 'The signed body is not a Guichet event.');
  return value as WebhookEvent;
}
