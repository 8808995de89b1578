import type { TSchema } from 'typebox';
import {
  type KeyedStreamOperation,
  needsKey,
  type Operation,
  type StreamOperation,
} from '../api-v1/operation.ts';
import { Success } from '../http/envelope.ts';
import { codeSamples } from './code-samples.ts';
import type { MediaType, OperationObject, Parameter, RequestBody, Response } from './document.ts';
import { errorResponses } from './errors.ts';
import { eventSchema, stream_description } from './event-schema.ts';
import { operation_examples } from './examples.ts';
import { referToHeaders } from './headers.ts';
import { path_values } from './samples.ts';
import type { SchemaWriter } from './to-schema.ts';

/** Descriptions of path parameters, keyed by the path up to and including the parameter. */
const path_descriptions: Readonly<Record<string, string>> = {
  '/checkout/{token}': 'Token of the checkout session, as returned when it was created.',
  '/payments/{id}': 'Identifier of the payment, `pay_...`.',
  '/payment_links/{id}': 'Identifier of the payment link, `plk_...`.',
  '/receipts/{reference}': 'Reference on the receipt, such as `DB61M-1VE28`.',
  '/payouts/{id}': 'Identifier of the payout, `po_...`.',
  '/customers/{id}': 'Identifier of the customer, `cus_...`.',
};

/**
 * Describes an operation in OpenAPI.
 *
 * @param base_url address of the service with `/api`
 * @throws Error when a path parameter has no description
 */
export function makeOperation(
  operation: Operation,
  schemas: SchemaWriter,
  base_url: string,
): OperationObject {
  const { id, tag, summary } = operation;
  const parameters = [
    ...pathParameters(operation.path),
    ...queryParameters(operation, schemas),
    ...(operation.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  const body = requestBody(operation, schemas);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...describe(operation),
    // For schemes other than OAuth, the list contains the required roles (OpenAPI 3.1, section 4.8.30).
    security: needsKey(operation) ? [{ apiKey: [operation.scope] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...successResponse(operation, schemas),
      ...errorResponses(operation),
    },
    'x-codeSamples': codeSamples(operation, base_url),
  };
}

/** Adds the required scope to the description, because most renderers show the description but not the scopes. */
function describe(operation: Operation): { readonly description?: string } {
  const parts = [
    operation.description,
    needsKey(operation) ? `Needs the scope \`${operation.scope}\`.` : undefined,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? { description: parts.join('\n\n') } : {};
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => {
    const place = path.slice(0, match.index + match[0].length);
    const description = path_descriptions[place];
    const example = path_values[place];
    if (description === undefined || example === undefined) {
      throw new Error(`${place} has no description in openapi/make-operation.ts, or no value in samples.ts`);
    }
    return {
      name: match[1] ?? '',
      in: 'path',
      required: true,
      description,
      schema: { type: 'string' },
      example,
    };
  });
}

function queryParameters({ id, query }: Operation, schemas: SchemaWriter): Parameter[] {
  if (!query) return [];
  const required = new Set<string>(query.required);
  return Object.entries(query.properties).map(([name, property]) => {
    const { description = '', ...schema } = schemas.writeSent(property);
    const example = operation_examples[id]?.query?.[name];
    return {
      name,
      in: 'query',
      required: required.has(name),
      description,
      schema,
      ...(example !== undefined && { example }),
    };
  });
}

function requestBody({ id, body, body_optional }: Operation, schemas: SchemaWriter): RequestBody | null {
  if (!body) return null;
  const example = operation_examples[id]?.body;
  const written = schemas.writeSent(body);
  // An optional body may be null, like an optional field.
  const schema = body_optional ? { anyOf: [written, { type: 'null' }] } : written;
  return {
    required: !body_optional,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

function successResponse(operation: Operation, schemas: SchemaWriter): Record<string, Response> {
  if (!('success' in operation)) return { 200: streamResponse(operation, schemas) };
  const { status, message, data } = operation.success;
  const limits = ['RequestId', 'RateLimit', 'RateLimitPolicy'] as const;
  const headers =
    operation.method === 'POST' ? referToHeaders(...limits, 'IdempotentReplayed') : referToHeaders(...limits);
  const example = { message, data: operation_examples[operation.id]?.data, errors: null };
  const content = { 'application/json': media(schemas, Success(data), example) };
  return { [status]: { description: message, headers, content } };
}

function streamResponse(
  { id, events, event_names }: StreamOperation | KeyedStreamOperation,
  schemas: SchemaWriter,
): Response {
  return {
    description: stream_description,
    headers: referToHeaders('RequestId', 'RateLimit', 'RateLimitPolicy'),
    content: {
      'text/event-stream': {
        schema: eventSchema(event_names, schemas.write(events)),
        example: { event: event_names[0], data: JSON.stringify(operation_examples[id]?.data) },
      },
    },
  };
}

function media(schemas: SchemaWriter, schema: TSchema, example: unknown): MediaType {
  return { schema: schemas.write(schema), example };
}

/** Finds every `$ref` inside a value. */
export function referencesIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('$ref' in part && typeof part.$ref === 'string') found.add(part.$ref);
    for (const inner of Object.values(part)) walk(inner);
  };
  walk(value);
  return found;
}
