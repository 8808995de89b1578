import { believe, type HeadersInput, readClaim, readSecrets, type Secrets, type Tolerance } from './claim.ts';
import type { WebhookEvent } from './event.ts';
import { type RawBody, serviceSignature, standardSignature, toBytes } from './signature.ts';
import { SignatureError } from './signature-error.ts';

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
 * Verifies that a webhook is from Guichet and recent, and returns its event. Checks `X-Service-Signature` if
 * present, otherwise the Standard Webhooks headers.
 *
 * @param rawBody the body exactly as received, before any JSON parsing.
 * @param options `tolerance`: 300 seconds by default.
 * @throws SignatureError if the webhook cannot be trusted: respond with 401.
 * @throws TypeError for invalid arguments: a parsed body, no secret, or an invalid tolerance.
 */
export async function verifyWebhook(
  rawBody: RawBody,
  headers: HeadersInput,
  secret: Secrets,
  { tolerance = 300 }: Tolerance = {},
): Promise<WebhookEvent> {
  const body = toBytes(rawBody);
  await believe(readClaim(headers), body, secret, tolerance);
  return readEvent(body);
}

/**
 * Creates the headers that Guichet would send with a body, for tests of your receiver.
 *
 * @throws TypeError when a secret is not `whsec_` followed by base64.
 */
export async function signWebhook(
  rawBody: RawBody,
  secret: Secrets,
  { id = 'msg_test', timestamp = Math.floor(Date.now() / 1000) }: SignOptions = {},
): Promise<WebhookHeaders> {
  const secrets = readSecrets(secret);
  const time = String(timestamp);
  const service = await Promise.all(secrets.map((each) => serviceSignature(each, time, rawBody)));
  const standard = await Promise.all(secrets.map((each) => standardSignature(each, id, time, rawBody)));
  return {
    'x-service-signature': [`t=${time}`, ...service.map((signature) => `v1=${signature}`)].join(),
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': standard.map((signature) => `v1,${signature}`).join(' '),
  };
}

function readEvent(body: Uint8Array): WebhookEvent {
  let value: Partial<Record<keyof WebhookEvent, unknown>> | null = null;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // Not JSON: as invalid as JSON of the wrong shape.
  }
  if (typeof value?.id === 'string' && typeof value.event === 'string' && value.data instanceof Object) {
    return value as WebhookEvent;
  }
  throw new SignatureError('malformed_event', 'The signed body is not an event.');
}
