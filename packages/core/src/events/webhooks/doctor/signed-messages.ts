import { createHmac, randomBytes } from 'node:crypto';
import { timestampText } from '@guichet/kernel/clock';
import { makeId } from '@guichet/kernel/ids';
import { user_agent } from '../delivery/send.ts';
import { signatureHeaders } from '../delivery/sign.ts';
import type { EndpointObject } from '../endpoints/schemas.ts';
import type { Message } from './exchange.ts';
import { rewriters } from './rewriters.ts';

/** Receivers reject messages that are older than a few minutes. */
const old_ms = 60 * 60 * 1_000;

/** The inputs for messages to an endpoint. */
export interface Sample {
  readonly endpoint: EndpointObject;
  /** Newest first. */
  readonly secrets: readonly string[];
  readonly now: () => Date;
}

/** Makes an ordinary, correctly signed message. */
export function signedMessage(sample: Sample): Message {
  return sign(sample, compactBody);
}

/** Makes a message correctly signed over unusual JSON: the signature covers bytes, not their meaning. */
export function unusualMessage(sample: Sample): Message {
  return sign(sample, unusualBody);
}

/**
 * Makes the same message, but signed over the body as JavaScript would re-serialize it: a receiver that verifies
 * the raw bytes rejects it.
 */
export function rewrittenUnusualMessage(sample: Sample): Message {
  const { id, body, at } = draft(sample, unusualBody);
  return { headers: headersOf({ id, body: rewriters.javascript(body), secrets: sample.secrets, at }), body };
}

/** Makes a message signed with an unknown secret. */
export function forgedMessage(sample: Sample): Message {
  return sign({ ...sample, secrets: [`whsec_${randomBytes(32).toString('base64')}`] }, compactBody);
}

export function unsignedMessage(sample: Sample): Message {
  return { headers: usualHeaders, body: draft(sample, compactBody).body };
}

export function oldMessage(sample: Sample): Message {
  return sign({ ...sample, now: () => new Date(sample.now().getTime() - old_ms) }, compactBody);
}

/** A receiver's mistake, and a message that only receivers with this mistake accept. */
export interface Mistake {
  readonly name:
    | 'php'
    | 'python'
    | 'python_compact'
    | 'go'
    | 'key_decoded'
    | 'key_without_prefix'
    | 'body_alone';
  message(sample: Sample): Message;
}

/** Known mistakes of receivers that reject a correct signature. */
export const mistakes: readonly Mistake[] = [
  ...(['php', 'python', 'python_compact', 'go'] as const).map((name) => ({
    name,
    message: (sample: Sample): Message => {
      const { id, body, at } = draft(sample, compactBody);
      return { headers: headersOf({ id, body: rewriters[name](body), secrets: sample.secrets, at }), body };
    },
  })),
  keyMistake('key_decoded', (secret, signed, body) => [
    Buffer.from(bare(secret), 'base64'),
    `${signed}.${body}`,
  ]),
  keyMistake('key_without_prefix', (secret, signed, body) => [bare(secret), `${signed}.${body}`]),
  keyMistake('body_alone', (secret, _signed, body) => [secret, body]),
];

/** Applies only to X-Service-Signature: libraries for the Standard Webhooks headers do not make these mistakes. */
function keyMistake(
  name: Mistake['name'],
  sum: (secret: string, timestamp: string, body: string) => readonly [string | Buffer, string],
): Mistake {
  return {
    name,
    message: (sample) => {
      const { id, body, at } = draft(sample, compactBody);
      const timestamp = String(Math.floor(at.getTime() / 1000));
      const versions = sample.secrets.map((secret) => {
        const [key, text] = sum(secret, timestamp, body);
        return `v1=${createHmac('sha256', key).update(text).digest('hex')}`;
      });
      const headers = headersOf({ id, body, secrets: sample.secrets, at });
      return {
        headers: { ...headers, 'x-service-signature': [`t=${timestamp}`, ...versions].join(',') },
        body,
      };
    },
  };
}

const bare = (secret: string): string => secret.replace(/^whsec_/, '');

const usualHeaders = { 'content-type': 'application/json', 'user-agent': user_agent };

function headersOf(input: Parameters<typeof signatureHeaders>[0]): Record<string, string> {
  return { ...usualHeaders, ...signatureHeaders(input) };
}

function sign(sample: Sample, write: (event: Event) => string): Message {
  const { id, body, at } = draft(sample, write);
  return { headers: headersOf({ id, body, secrets: sample.secrets, at }), body };
}

interface Event {
  readonly id: string;
  readonly event: 'webhook_endpoint.test';
  readonly created_at: string;
  readonly livemode: boolean;
  readonly sequence: number;
  readonly data: EndpointObject;
}

/** Languages serialize these characters differently. */
const description = 'Webhook doctor: é <&>';

/** Each message is a new event, so that a receiver that drops duplicates drops none. */
function draft({ endpoint, now }: Sample, write: (event: Event) => string) {
  const at = now();
  const id = makeId('event');
  const { livemode } = endpoint;
  const created_at = timestampText(at);
  const body = write({
    id,
    event: 'webhook_endpoint.test',
    created_at,
    livemode,
    sequence: 1,
    data: { ...endpoint, description },
  });
  return { id, at, body };
}

function compactBody(event: Event): string {
  return JSON.stringify(event);
}

/**
 * Serializes with spaces, line breaks, a different order, unnecessary escapes, and a number that loses a digit when
 * parsed.
 */
function unusualBody({ id, event, created_at, livemode, sequence, data }: Event): string {
  const probe = '{ "text" : "\\u0041kw\\u00e0ba \\/ é <&> \\u2028", "number" : 1.0, "small" : 1e-7 }';
  const text = JSON.stringify(data).replace(/}$/, `, "probe" : ${probe} }`);
  return [
    `{ "data" :\t${text},`,
    `  "livemode" : ${livemode}, "sequence" : ${sequence},`,
    `  "created_at" : ${JSON.stringify(created_at)},\r\n  "event":${JSON.stringify(event)} ,`,
    `  "id" : ${JSON.stringify(id)} }`,
  ].join('\n');
}
