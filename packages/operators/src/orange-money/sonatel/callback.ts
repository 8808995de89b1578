import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RawCallback } from '../../contract.ts';
import { basic } from '../api.ts';
import type { SettingsOf } from '../settings.ts';

/** An older signature, or one as far in the future, may be a replay. */
const signature_age_max_s = 300;

/**
 * Whether a callback is genuine, as far as the settings allow: by its signature (`X-Sonatel-Signature:
 * t=<unix>,v1=<hex>[,v1=<hex>]`, HMAC-SHA256 of `t,body`), or by the key that an older registration sends
 * back. True if neither is set: the callback is only a hint then.
 */
export function verifySonatel(
  settings: Pick<SettingsOf<'sonatel'>, 'webhook_secret' | 'webhook_api_key'>,
  { headers, body, received_at }: RawCallback,
  now: Date,
): boolean {
  const { webhook_secret: secret, webhook_api_key: api_key } = settings;
  if (!secret && !api_key) return true;
  const signature = headers['x-sonatel-signature'];
  if (secret && signature !== undefined)
    return isSigned(secret.reveal(), signature, body, received_at ?? now);
  // One account sends the key unencoded after "Basic "; a client library would encode it.
  const given = headers.authorization ?? '';
  const key = api_key?.reveal();
  return key !== undefined && [`Basic ${key}`, basic(key, '')].some((expected) => isSame(given, expected));
}

function isSigned(secret: string, header: string, body: string, at_time: Date): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const [at = ''] = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
  if (at === '' || Math.abs(at_time.getTime() / 1000 - Number(at)) > signature_age_max_s) return false;
  const expected = createHmac('sha256', secret).update(`${at},${body}`).digest('hex');
  return parts.some((part) => part.startsWith('v1=') && isSame(part.slice(3).toLowerCase(), expected));
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
