import { operator_form } from '@guichet/core/routing';
import { splitDocumented } from '@guichet/kernel/documented';
import { currency_form } from '@guichet/kernel/forms';
import type { TSchema } from 'typebox';
import { Success } from '../http/envelope.ts';
import type {
  Document,
  JsonSchema,
  OperationObject,
  Parameter,
  PathItem,
  RequestBody,
  Response,
} from '../openapi/document.ts';
import { eventSchema, stream_description } from '../openapi/event-schema.ts';
import { makeSchemaWriter, type SchemaWriter } from '../openapi/to-schema.ts';
import { isMerchants, type Operation, pathOf } from './operation.ts';
import { named_schemas, operations } from './operations.ts';

const problem_schema: JsonSchema = {
  type: 'object',
  required: ['code', 'values', 'sentence'],
  properties: {
    code: {
      type: 'string',
      description: 'The problem as a code, for translation; `other` has a sentence only.',
    },
    values: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    sentence: { type: 'string', description: 'In English.' },
  },
};

/** Schema of every error response. */
const error_schema: JsonSchema = {
  type: 'object',
  required: ['message', 'data', 'errors', 'code', 'request_id'],
  properties: {
    message: { type: 'string', description: 'For people.' },
    data: { type: 'null' },
    errors: {
      type: ['object', 'null'],
      description: 'Problems by field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    problems: {
      type: ['object', 'null'],
      description: 'The same problems as in `errors`, as codes.',
      additionalProperties: { type: 'array', items: problem_schema },
    },
    reason: {
      anyOf: [problem_schema, { type: 'null' }],
      description: 'The problem that `message` states, as a code.',
    },
    code: { type: 'string', description: 'For programs.' },
    request_id: { type: 'string' },
  },
};

/**
 * The OpenAPI document of the dashboard's API. It is internal to the page: it may change with any version.
 *
 * @param options.closed whether lists of values are complete: true for the page itself, which is never older than
 * the server
 */
export function describeDashboard({ closed = false }: { readonly closed?: boolean } = {}): Document {
  const schemas = makeSchemaWriter(named_schemas, new Map(), closed);
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of operations) {
    const path = `/dashboard/api${pathOf(operation)}`;
    const item = paths[path] ?? {};
    item[operation.method.toLowerCase()] = describe(operation, schemas);
    paths[path] = item;
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Guichet dashboard',
      version: '1',
      description: 'The API of the dashboard’s page. Programs use the API with an API key instead.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name, description: name })),
    paths: paths satisfies Record<string, PathItem>,
    webhooks: {},
    components: {
      schemas: { ...schemas.components(), Error: error_schema },
      parameters: {},
      headers: {},
      responses: {},
      securitySchemes: {},
    },
  };
}

function describe(operation: Operation, schemas: SchemaWriter): OperationObject {
  const { id, tag, summary } = operation;
  const parameters = [...pathParameters(operation), ...queryParameters(operation, schemas)];
  const body = requestBody(operation, schemas);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(isMerchants(operation) && { description: `Scope: \`${operation.scope}\`.` }),
    security: [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...successResponse(operation, schemas),
      default: {
        description: 'Refused.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function pathParameters(operation: Operation): Parameter[] {
  return [...pathOf(operation).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'mode' ? 'Play money or real money.' : `Identifier: ${name}.`,
    schema: pathSchema(name),
  }));
}

function pathSchema(name: string): JsonSchema {
  switch (name) {
    case 'mode':
      return { type: 'string', enum: ['test', 'live'] };
    case 'currency':
      return { type: 'string', ...splitDocumented(currency_form).told };
    case 'operator':
      return { type: 'string', ...splitDocumented(operator_form).told };
    default:
      return { type: 'string' };
  }
}

function queryParameters({ query }: Operation, schemas: SchemaWriter): Parameter[] {
  const required = new Set<string>(query?.required);
  return Object.entries<TSchema>(query?.properties ?? {}).map(([name, property]) => {
    const { description = '', ...schema } = schemas.writeSent(property);
    return { name, in: 'query', required: required.has(name), description, schema };
  });
}

function requestBody(operation: Operation, schemas: SchemaWriter): RequestBody | null {
  if (operation.access === 'merchant_upload') {
    const file = { schema: { type: 'string', format: 'binary' } } as const;
    return {
      required: true,
      content: Object.fromEntries(operation.content_types.map((type) => [type, file])),
    };
  }
  const { body } = operation;
  return body
    ? { required: true, content: { 'application/json': { schema: schemas.writeSent(body) } } }
    : null;
}

function successResponse(operation: Operation, schemas: SchemaWriter): Record<string, Response> {
  if (operation.access === 'merchant_download') {
    const content = { [operation.content_type]: { schema: { type: 'string' } } };
    return { 200: { description: 'A file.', content } };
  }
  if (operation.access === 'merchant_stream') {
    const schema = eventSchema(operation.event_names, schemas.write(operation.events));
    return { 200: { description: stream_description, content: { 'text/event-stream': { schema } } } };
  }
  const { status, message, data } = operation.success;
  const content = { 'application/json': { schema: schemas.write(Success(data)) } };
  return { [status]: { description: message, content } };
}
