import { describe, expect, test } from 'vitest';
import type { Document, JsonSchema } from '../../document.ts';
import { findBreaks } from '../find-breaks.ts';

/** Two objects, distinguished by one field, and null. */
export const kinds: readonly JsonSchema[] = [
  {
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: 'wait' }, until: { type: 'string' } },
  },
  {
    type: 'object',
    required: ['kind', 'url'],
    properties: { kind: { const: 'go' }, url: { type: 'string' } },
  },
  { type: 'null' },
];

/** Two objects, distinguished by the values of `event`. */
export const news: readonly [JsonSchema, JsonSchema] = [
  {
    type: 'object',
    required: ['event', 'paid'],
    properties: { event: { enum: ['paid.done', 'paid.lost'] }, paid: { type: 'number' } },
  },
  {
    type: 'object',
    required: ['event', 'sent'],
    properties: { event: { enum: ['sent.done'] }, sent: { type: 'string' } },
  },
];

/** Two objects without a field that distinguishes them. */
export const shapes: readonly [JsonSchema, JsonSchema] = [
  { type: 'object', required: ['radius'], properties: { radius: { type: 'number' } } },
  {
    type: 'object',
    required: ['width', 'height'],
    properties: { width: { type: 'number' }, height: { type: 'number' } },
  },
];

export const thing_required = [
  'id',
  'object',
  'status',
  'fee',
  'note',
  'owner',
  'tags',
  'metadata',
  'action',
];

const thing: JsonSchema = {
  type: 'object',
  required: thing_required,
  properties: {
    id: { type: 'string', format: 'id' },
    object: { type: 'string', const: 'thing' },
    status: { type: 'string', enum: ['new', 'done'] },
    fee: { type: 'integer' },
    note: { type: ['string', 'null'] },
    owner: { $ref: '#/components/schemas/Owner' },
    tags: { type: 'array', items: { type: 'string' } },
    metadata: { type: 'object', additionalProperties: { type: 'string' } },
    action: {
      anyOf: kinds,
    },
    news: { type: 'array', items: { anyOf: news } },
    shape: { anyOf: shapes },
    extra: { type: 'number' },
    whole: { $ref: '#/components/schemas/Thing' },
  },
};

/** Two objects for requests, distinguished by one field. */
export const ways: readonly JsonSchema[] = [
  { type: 'object', required: ['kind'], properties: { kind: { const: 'bank' } } },
  { type: 'object', required: ['kind'], properties: { kind: { const: 'wallet' } } },
];

const make_thing: JsonSchema = {
  type: 'object',
  required: ['amount', 'to'],
  additionalProperties: false,
  properties: {
    amount: { type: 'number', minimum: 1, maximum: 100 },
    look: { type: 'string', enum: ['plain', 'round'] },
    note: { type: ['string', 'null'], maxLength: 10 },
    code: { type: 'string', pattern: '^a' },
    list: { type: 'array', maxItems: 3, items: { type: 'number' } },
    open: { type: 'object' },
    to: {
      anyOf: ways,
    },
    about: { anyOf: news },
    shape: { anyOf: shapes },
  },
};

export const owner: JsonSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
};

/** The document that programs were written for. */
export const released: Document = {
  openapi: '3.1.1',
  info: { title: 't', version: '1', description: 'd', license: { name: 'l', identifier: 'l' } },
  servers: [{ url: '{base_url}/v1', variables: { base_url: { default: 'a', description: 'd' } } }],
  tags: [],
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        tags: [],
        summary: 's',
        security: [{ apiKey: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, description: 'd', schema: { type: 'string' } },
          { name: 'limit', in: 'query', description: 'd', schema: { type: 'integer', maximum: 9 } },
        ],
        responses: {
          200: {
            description: 'd',
            headers: { 'X-Id': { description: 'd', required: true, schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          404: { $ref: '#/components/responses/Gone' },
        },
      },
    },
    '/things': {
      post: {
        operationId: 'makeThing',
        tags: [],
        summary: 's',
        security: [],
        requestBody: {
          required: false,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/MakeThing' } } },
        },
        responses: { 201: { description: 'd' } },
      },
    },
  },
  webhooks: {
    'thing.done': {
      post: {
        operationId: 'onDone',
        tags: [],
        summary: 's',
        security: [],
        parameters: [
          { name: 'Sig', in: 'header', required: true, description: 'd', schema: { type: 'string' } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Owner' },
                  { properties: { event: { const: 'thing.done' } } },
                ],
              },
            },
          },
        },
        responses: { 200: { description: 'd' } },
      },
    },
  },
  components: {
    schemas: {
      Thing: thing,
      MakeThing: make_thing,
      Owner: owner,
    },
    parameters: {},
    headers: {},
    responses: {
      Gone: {
        description: 'd',
        content: {
          'application/json': {
            schema: {
              allOf: [
                { type: 'object', properties: { code: { type: 'string' } } },
                { properties: { code: { enum: ['gone'] } } },
              ],
            },
          },
        },
      },
    },
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'd' } },
  },
};

/** New values by dotted path; undefined removes the value. */
type Edits = Readonly<Record<string, unknown>>;
export type Case = readonly [what: string, edits: Edits, ...breaks: string[]];

/** Paths of parts of the document, for edits. */
export const get = 'paths./things/{id}.get';
export const post = 'paths./things.post';
export const hook = 'webhooks.thing|done.post';
export const sent = 'components.schemas.Thing';
export const taken = 'components.schemas.MakeThing';

export function edited(edits: Edits): Document {
  const document = structuredClone(released);
  for (const [path, value] of Object.entries(edits)) {
    const steps = path.split('.').map((step) => step.replace('|', '.'));
    const last = steps.pop() ?? '';
    const holder: object = steps.reduce((part: object, step) => Reflect.get(part, step), document);
    if (value === undefined) Reflect.deleteProperty(holder, last);
    else Reflect.set(holder, last, value);
  }
  return document;
}

export const in_get = 'GET /things/{}:';
export const in_post = 'POST /things:';

/** Adds one test per case. */
export function testBreaks(group: string, cases: readonly Case[]): void {
  describe(group, () => {
    for (const [what, edits, ...breaks] of cases) {
      test(what, () => {
        expect(findBreaks(released, edited(edits))).toEqual(breaks);
      });
    }
  });
}
