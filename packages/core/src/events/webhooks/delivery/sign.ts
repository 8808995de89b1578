import { createHmac, createSecretKey } from 'node:crypto';

const secret_prefix = 'whsec_';

/**
 * Makes the headers that prove to the receiver that a body comes from us: our own scheme and Standard
 * Webhooks, with the same secret (design section 10).
 *
 * @param secrets the endpoint's secrets, newest first; several during a rotation
 * @param at time of this attempt: a retry gets a new signature
 */
export function signatureHeaders(input: {
  id: string;
  body: string;
  secrets: readonly string[];
  at: Date;
}): Record<string, string> {
  const { id, body, secrets } = input;
  const timestamp = String(Math.floor(input.at.getTime() / 1000));
  const own = secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.${body}`).toString('hex')}`);
  const standard = secrets.map(
    (secret) => `v1,${hmac(standardKey(secret), `${id}.${timestamp}.${body}`).toString('base64')}`,
  );
  return {
    'x-service-signature': [`t=${timestamp}`, ...own].join(','),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

/**
 * Signs a text that is appended to the merchant's return URL, so that the merchant's server can verify it
 * offline: `t.text`, keyed like the first scheme of {@link signatureHeaders}. The text of `result` is
 * `payment_id.status`.
 */
export function signReturn({
  text,
  secrets,
  at,
}: {
  text: string;
  secrets: readonly string[];
  at: Date;
}): string {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${timestamp}.${text}`;
  return [`t=${timestamp}`, ...secrets.map((secret) => `v1=${hmac(secret, signed).toString('hex')}`)].join(
    ',',
  );
}

/** Standard Webhooks 1.0.0: the key is the decoded base64 after the prefix. */
function standardKey(secret: string): Buffer {
  return Buffer.from(secret.slice(secret_prefix.length), 'base64');
}

function hmac(key: string | Buffer, text: string): Buffer {
  // Converted to a key once: Node takes four times as long with raw bytes.
  const secret = typeof key === 'string' ? key : createSecretKey(key);
  return createHmac('sha256', secret).update(text).digest();
}
