import { expect, test } from 'vitest';
import { findBreaks } from './find-breaks.ts';
import { edited, get, hook, in_get, in_post, post, released, sent, testBreaks } from './testing/released.ts';

testBreaks('operations', [
  ['nothing changed', {}],
  ['words changed', { [`${get}.summary`]: 'other', [`${sent}.properties.id.description`]: 'other' }],
  ['an operation more', { [get.replace('.get', '.delete')]: released.paths['/things']?.post }],
  ['a path more', { 'paths./others': released.paths['/things'] }],
  ['a path less', { 'paths./things': undefined }, `${in_post} is gone`],
  ['an operation less', { [get]: undefined }, `${in_get} is gone`],
  [
    'a parameter of a path named otherwise',
    {
      'paths./things/{thing}': released.paths['/things/{id}'],
      'paths./things/{id}': undefined,
    },
  ],
  ['another name', { [`${get}.operationId`]: 'x' }, `${in_get} operationId is x now, it was getThing`],
  [
    'another address',
    { servers: [{ url: '{base_url}/v2' }] },
    'servers: the address is {base_url}/v2 now, it was {base_url}/v1',
  ],
  ['another default of the base', { servers: [{ ...released.servers[0], variables: {} }] }],
]);

testBreaks('authentication', [
  [
    'a key where none was needed',
    { [`${post}.security`]: [{ apiKey: [] }] },
    `${in_post} security no key is not what it takes any more`,
  ],
  [
    'no key any more',
    { [`${get}.security`]: [] },
    `${in_get} security http bearer is not what it takes any more`,
  ],
  [
    'another way of sending it',
    { 'components.securitySchemes.apiKey.scheme': 'basic' },
    `${in_get} security http bearer is not what it takes any more`,
  ],
  ['one more way', { [`${get}.security`]: [{ apiKey: [] }, {}] }],
]);

testBreaks('parameters', [
  [
    'one less',
    { [`${get}.parameters.1`]: undefined, [`${get}.parameters.length`]: 1 },
    `${in_get} query parameter limit is gone`,
  ],
  ['an optional one more', { [`${get}.parameters.2`]: { name: 'q', in: 'query', schema: {} } }],
  [
    'a required one more',
    { [`${get}.parameters.2`]: { name: 'q', in: 'query', required: true, schema: {} } },
    `${in_get} query parameter q is required now`,
  ],
  [
    'required now',
    { [`${get}.parameters.1.required`]: true },
    `${in_get} query parameter limit is required now`,
  ],
  [
    'a lower limit',
    { [`${get}.parameters.1.schema.maximum`]: 8 },
    `${in_get} query parameter limit has a lower maximum now`,
  ],
  ['a wider limit', { [`${get}.parameters.1.schema.maximum`]: 10 }],
  [
    'another type',
    { [`${get}.parameters.1.schema`]: { type: 'boolean' } },
    `${in_get} query parameter limit can no longer be integer`,
  ],
]);

testBreaks('responses', [
  ['a status less', { [`${get}.responses.404`]: undefined }, `${in_get} 404 is gone`],
  ['a status more', { [`${get}.responses.410`]: { description: 'd' } }],
  ['a header less', { [`${get}.responses.200.headers`]: {} }, `${in_get} 200 header X-Id is gone`],
  [
    'a header not always there',
    { [`${get}.responses.200.headers.X-Id.required`]: false },
    `${in_get} 200 header X-Id may be missing now`,
  ],
  [
    'a header of another type',
    { [`${get}.responses.200.headers.X-Id.schema`]: { type: 'number' } },
    `${in_get} 200 header X-Id may be number now`,
  ],
  ['a header more', { [`${get}.responses.200.headers.X-New`]: { description: 'd', schema: {} } }],
  [
    'another media type',
    { [`${get}.responses.200.content`]: { 'text/plain': { schema: {} } } },
    `${in_get} 200 is not application/json any more`,
  ],
  [
    'one more code of an error',
    {
      'components.responses.Gone.content.application/json.schema.allOf.1.properties.code.enum': [
        'gone',
        'lost',
      ],
    },
  ],
  [
    'only other codes',
    { 'components.responses.Gone.content.application/json.schema.allOf.1.properties.code.enum': ['lost'] },
    `${in_get} 404 code is "lost" now, it was "gone"`,
  ],
]);

testBreaks('webhooks', [
  ['one more', { 'webhooks.new': released.webhooks['thing.done'] }],
  ['one less', { webhooks: {} }, 'webhook thing.done: is gone'],
  ['a header less', { [`${hook}.parameters`]: [] }, 'webhook thing.done: header parameter sig is gone'],
  [
    'a header not always there',
    { [`${hook}.parameters.0.required`]: false },
    'webhook thing.done: header parameter sig may be missing now',
  ],
  ['a header more', { [`${hook}.parameters.1`]: { name: 'New', in: 'header', schema: {} } }],
  [
    'another name in it',
    { [`${hook}.requestBody.content.application/json.schema.allOf.1.properties.event.const`]: 'x' },
    'webhook thing.done: body event is "x" now, it was "thing.done"',
  ],
]);

test('a reference to nothing is a fault, not a break', () => {
  const broken = edited({ 'components.schemas.Owner': undefined });
  expect(() => findBreaks(released, broken)).toThrow('#/components/schemas/Owner is not in the document');
});
