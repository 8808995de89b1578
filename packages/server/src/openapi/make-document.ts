import { type Operation, type Tag as TagName, tags } from '../api-v1/operation.ts';
import { named_schemas, told_as } from './components.ts';
import type { Components, Document, OperationObject, PathItem } from './document.ts';
import { error_schema, sharedResponses } from './errors.ts';
import { describeAll } from './guide/sections.ts';
import { webhooks as webhooks_guide } from './guide/webhooks.ts';
import { headers, idempotency_key } from './headers.ts';
import { makeOperation, referencesIn } from './make-operation.ts';
import * as samples from './samples.ts';
import { makeSchemaWriter, type SchemaWriter } from './to-schema.ts';
import { makeWebhooks } from './webhooks.ts';

const tag_descriptions: Readonly<Record<TagName, string>> = {
  Checkout: 'A session of 30 minutes in which a customer can pay, on the hosted page or on your own.',
  Payments:
    'An amount that a customer pays you. Each payment has one checkout session and as many attempts as the customer needs.',
  'Payment links': 'Lasting requests for money, to share in a message or as a QR code, without code.',
  Receipts: 'What a customer shows to get the goods. Each paid payment has one.',
  Payouts: 'Money sent from your balance to a recipient’s wallet.',
  Customers: 'The people who paid, merged by phone number, then by e-mail address.',
  Operators: 'The operators that you can use for payments and payouts.',
  Balances: 'Your money by currency.',
  Events: 'All events in order, for example to catch up after an outage of your server.',
};

/**
 * Makes the OpenAPI document of the API. The same operations always produce the same bytes.
 *
 * @param options.base_url address of the service with `/api`, without a trailing slash
 */
export function makeDocument(
  operations: readonly Operation[],
  options: { readonly base_url: string } = { base_url: samples.base_url },
): Document {
  const schemas = makeSchemaWriter(named_schemas, told_as);
  const paths = makePaths(operations, schemas, options.base_url);
  const webhooks = makeWebhooks(schemas);
  const used = new Set(operations.map(({ tag }) => tag));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Guichet API',
      version: '1',
      summary: 'Collect payments by mobile money, and pay out, with a service that you run yourself.',
      description: describeAll(options.base_url),
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{base_url}/v1',
        description: 'The Guichet service that you run.',
        variables: {
          base_url: { default: options.base_url, description: 'Address of the service, with `/api`.' },
        },
      },
    ],
    tags: [
      ...tags.filter((name) => used.has(name)).map((name) => ({ name, description: tag_descriptions[name] })),
      { name: 'Webhooks', description: webhooks_guide.markdown },
    ],
    paths,
    webhooks,
    components: makeComponents(paths, schemas),
  };
}

function makePaths(
  operations: readonly Operation[],
  schemas: SchemaWriter,
  base_url: string,
): Record<string, PathItem> {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of operations) {
    const item = paths[operation.path] ?? {};
    item[operation.method.toLowerCase()] = makeOperation(operation, schemas, base_url);
    paths[operation.path] = item;
  }
  return paths;
}

function makeComponents(paths: Document['paths'], schemas: SchemaWriter): Components {
  return {
    schemas: { ...schemas.components(), Error: error_schema },
    parameters: { IdempotencyKey: idempotency_key },
    headers,
    responses: sharedResponses(referencesIn(paths)),
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'svc_test_... or svc_live_...',
        description: 'The merchant’s API key. It decides the mode: test keys move play money only.',
      },
    },
  };
}
