import { createHmac, randomBytes } from 'node:crypto';
import { timestampText } from '@guichet/kernel/clock';
import { makeId } from '@guichet/kernel/ids';
import { user_agent } from '../delivery/send.ts';
import { signatureHeaders } from '../delivery/sign.ts';
import type { EndpointObject } from '../endpoints/schemas.ts';
import type { Message } from './exchange.ts';
import { rewriters } from './rewriters.ts';

/** Receivers refuse what is older than some minutes. */
const old_ms = 60 * 60 * 1_000;

/** What messages to an endpoint are made from. */
export interface Sample {
  readonly endpoint: EndpointObject;
  /** Newest first. */
  readonly secrets: readonly string[];
  readonly now: () => Date;
}

/** As every webhook is sent. */
export function signedMessage(sample: Sample): Message {
  return sign(sample, compactBody);
}

/** Signed rightly over JSON as hardly any library writes it: it is the bytes that are signed, not what they mean. */
export function unusualMessage(sample: Sample): Message {
  return sign(sample, unusualBody);
}

/** The same, with the signature over the body as JavaScript would write it anew: nobody who reads the bytes takes it. */
export function rewrittenUnusualMessage(sample: Sample): Message {
  const { id, body, at } = draft(sample, unusualBody);
  return { headers: headersOf({ id, body: rewriters.javascript(body), secrets: sample.secrets, at }), body };
}

/** Signed with a secret that is nobody's. */
export function forgedMessage(sample: Sample): Message {
  return sign({ ...sample, secrets: [`whsec_${randomBytes(32).toString('base64')}`] }, compactBody);
}

export function unsignedMessage(sample: Sample): Message {
  return { headers: usualHeaders, body: draft(sample, compactBody).body };
}

export function oldMessage(sample: Sample): Message {
  return sign({ ...sample, now: () => new Date(sample.now().getTime() - old_ms) }, compactBody);
}

/** A mistake of receivers: a message that only a receiver with this mistake takes. */
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

/** What receivers that refuse a right signature are known to do. */
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

/** Only X-Service-Signature: a library for the Standard Webhooks headers does not make these. */
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

/** Languages write these characters in different ways. */
const description = 'Webhook doctor: é <&>';

/** Each message is an event of its own, so that a receiver that drops duplicates drops none. */
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

/** Spaces, line ends, another order, escapes that need not be, and a number that loses a digit when it is read. */
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
