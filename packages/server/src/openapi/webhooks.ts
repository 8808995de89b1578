import { type EventType, eventTypes } from '@guichet/core/events/types';
import type { TSchema } from 'typebox';
import type { OperationObject, Parameter, PathItem } from './document.ts';
import { PaymentEvent, PayoutEvent, RefundEvent, WebhookEndpointEvent } from './events.ts';
import { events } from './samples.ts';
import type { SchemaWriter } from './to-schema.ts';

const sentences: Readonly<Record<EventType, string>> = {
  'payment.successful': 'A payment succeeded. `data.late` says whether it came after the session had ended.',
  'payment.failed':
    'A try to pay definitely failed. `data.retryable` says whether the customer may try again; the same payment can ' +
    'still succeed.',
  'payment.cancelled': 'The customer gave the payment up.',
  'payment.expired': 'The 30 minutes passed and nothing was paid.',
  'payout.successful': 'The recipient has the money.',
  'payout.failed': 'A payout definitely failed; the amount is back in the balance.',
  'refund.successful': 'The customer has the money back. `data.duplicate` says whether it had come twice.',
  'refund.failed': 'A refund definitely failed; its money is back where it came from.',
  'webhook_endpoint.disabled':
    'One of your webhook endpoints was switched off: nothing is sent to it any more. Your other endpoints and the feed ' +
    'are told. `data.disabled_reason` says why.',
  'webhook_endpoint.test':
    'Somebody tries the endpoint. It is sent to that one alone, whatever it listens to; answer as to any other event.',
};

const signature_headers: readonly Parameter[] = [
  {
    name: 'X-Service-Signature',
    in: 'header',
    required: true,
    description:
      'When it was signed, in Unix seconds, and the hex HMAC-SHA256 of `<t>.<body>`, keyed with the whole secret ' +
      '(`whsec_...`) as text. Several `v1` while a secret is being rotated.',
    schema: { type: 'string' },
    example: 't=1795253294,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  },
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Id of the event, the same on every try (Standard Webhooks).',
    schema: { type: 'string' },
    example: 'evt_01M7YPY1PYD22CQPHY9GT5XKRF',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this try was signed, in Unix seconds (Standard Webhooks).',
    schema: { type: 'string' },
    example: '1795253294',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the base64 HMAC-SHA256 of `<id>.<timestamp>.<body>`, keyed with the decoded base64 after `whsec_` ' +
      '(Standard Webhooks). Several, separated by spaces, while a secret is being rotated.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
];

/** What we send to the merchant's endpoints (design section 10), by the name of the event. */
export function makeWebhooks(schemas: SchemaWriter): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: makeWebhook(type, schemas) }]));
}

function eventOf(type: EventType): TSchema {
  if (type.startsWith('webhook_endpoint.')) return WebhookEndpointEvent;
  if (type.startsWith('refund.')) return RefundEvent;
  return type.startsWith('payout.') ? PayoutEvent : PaymentEvent;
}

function makeWebhook(type: EventType, schemas: SchemaWriter): OperationObject {
  const event = eventOf(type);
  return {
    operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: ['Webhooks'],
    summary: type,
    description: sentences[type],
    security: [],
    parameters: signature_headers,
    requestBody: {
      description: 'The same bytes on every try. Verify the signature over the raw body before you read it.',
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [schemas.write(event), { properties: { event: { type: 'string', const: type } } }],
          },
          example: events[type],
        },
      },
    },
    responses: {
      '2XX': { description: 'You have it. Anything else, or no answer within 15 seconds, is tried again.' },
      401: { description: 'The signature is not right: answer so, and look at nothing else.' },
    },
  };
}
