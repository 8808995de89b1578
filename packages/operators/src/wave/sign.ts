import { createHmac } from 'node:crypto';

/** Lower-case hex HMAC-SHA256, as Wave signs webhooks and wants requests signed. */
export function signatureOf(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(payload).digest('hex');
}
