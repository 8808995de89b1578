import { type EventType, eventTypes } from '@guichet/core/events';
import type { TSchema } from 'typebox';
import type { OperationObject, Parameter, PathItem } from './document.ts';
import { DuplicateEvent, PaymentEvent, PayoutEvent, RefundEvent, WebhookEndpointEvent } from './events.ts';
import { events } from './samples.ts';
import type { SchemaWriter } from './to-schema.ts';

const sentences: Readonly<Record<EventType, string>> = {
  'payment.successful':
    'A payment succeeded. `data.late` says whether it succeeded after the session had ended.',
  'payment.failed':
    'An attempt definitely failed. `data.retryable` says whether the customer may try again; the same payment can ' +
    'still succeed.',
  'payment.cancelled': 'The customer cancelled the payment.',
  'payment.expired': 'The 30 minutes of the session passed without payment.',
  'payment.reversed':
    'The operator has reversed a successful payment: the customer has the money back. Do not deliver, or settle ' +
    'with the customer. The booking is reversed too, so your balance may go below zero.',
  'payment.duplicate':
    'A paid payment was paid again. `data.duplicate` describes the second payment. Refund it in the dashboard, ' +
    'or choose in its settings that duplicates are refunded at once.',
  'payout.successful': 'The recipient has the money.',
  'payout.failed': 'A payout definitely failed; the amount is back in the balance.',
  'payout.returned':
    'The operator has reversed a payout: the amount is in the balance again. `payout.successful` was sent ' +
    'before, unless we learned of both at once.',
  'refund.successful':
    'The customer has the money back. `data.duplicate` says whether a second payment was refunded.',
  'refund.failed': 'A refund definitely failed; the money is back where it was taken from.',
  'refund.reversed':
    'The operator has reversed a refund: the money is back where it was taken from, and the customer does not ' +
    'have it.',
  'webhook_endpoint.disabled':
    'One of your webhook endpoints was switched off and receives no more events. This event goes to your other ' +
    'endpoints and the feed. `data.disabled_reason` says why.',
  'webhook_endpoint.test':
    'Someone is testing the endpoint. The event goes to that endpoint only, whatever its event types; respond ' +
    'as to any other event.',
};

const signature_headers: readonly Parameter[] = [
  {
    name: 'X-Service-Signature',
    in: 'header',
    required: true,
    description:
      'The time of signing in Unix seconds and the hex HMAC-SHA256 of `<t>.<body>`, keyed with the whole secret ' +
      '(`whsec_...`) as text. There are several `v1` while a secret is being rotated.',
    schema: { type: 'string' },
    example: 't=1795253294,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  },
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Id of the event, the same on every attempt (Standard Webhooks).',
    schema: { type: 'string' },
    example: 'evt_01M7YPY1PYD22CQPHY9GT5XKRF',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'The time at which this attempt was signed, in Unix seconds (Standard Webhooks).',
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

/** The webhooks sent to a merchant's endpoints (design section 10), by event name. */
export function makeWebhooks(schemas: SchemaWriter): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: makeWebhook(type, schemas) }]));
}

function eventOf(type: EventType): TSchema {
  if (type.startsWith('webhook_endpoint.')) return WebhookEndpointEvent;
  if (type.startsWith('refund.')) return RefundEvent;
  if (type === 'payment.duplicate') return DuplicateEvent;
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
      description:
        'The same bytes on every attempt. Verify the signature over the raw body before you parse it.',
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
      '2XX': { description: 'Received. Any other status, or no response within 15 seconds, is retried.' },
      401: { description: 'The signature is invalid: respond with this and ignore the event.' },
    },
  };
}
