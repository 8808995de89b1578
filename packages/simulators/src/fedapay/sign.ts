import { createHmac } from 'node:crypto';

/** `t=<unix seconds>,s=<hex>`: HMAC-SHA256 of the time, a dot and the body. */
export function signEvent(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},s=${signature}`;
}
