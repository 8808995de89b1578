import { createHmac } from 'node:crypto';
import type { CallbackCall, World } from '../contract.ts';
import type { WaveOptions } from './contract.ts';

/** Sends an event to the webhook of the account, if it has one. */
export function sendEvent(
  world: World,
  webhook: WaveOptions['webhook'],
  event: { readonly id: string; readonly type: string; readonly data: unknown },
): void {
  const url = world.callbackUrl();
  if (url !== null) world.callBack(makeEvent(webhook, url, JSON.stringify(event), world.now()));
}

/** Writes the headers of an event according to the webhook's strategy. */
export function makeEvent(
  webhook: WaveOptions['webhook'],
  url: string,
  body: string,
  at: Date,
): CallbackCall {
  const proof: Record<string, string> =
    webhook.strategy === 'shared_secret'
      ? { authorization: `Bearer ${webhook.secret}` }
      : { 'wave-signature': signatureOf(webhook, body, at) };
  return { method: 'POST', url, headers: { 'content-type': 'application/json', ...proof }, body };
}

function signatureOf(
  { secret, former_secret, form }: WaveOptions['webhook'],
  body: string,
  at: Date,
): string {
  const t = Math.floor(at.getTime() / 1000);
  const payload = form === 'dotted' ? `${t}.${body}` : `${t}${body}`;
  const secrets = former_secret === undefined ? [secret] : [former_secret, secret];
  const parts = secrets.map((one) => `v1=${createHmac('sha256', one).update(payload).digest('hex')}`);
  return [`t=${t}`, ...parts].join(',');
}
