import { createHmac } from 'node:crypto';

/** Lower-case hex HMAC-SHA256, as Wave signs webhooks and requires requests to be signed. */
export function signatureOf(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(payload).digest('hex');
}
