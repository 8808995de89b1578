import { expect, test } from 'vitest';
import { findBreaks } from './find-breaks.ts';
import { edited, get, hook, in_get, in_post, post, released, sent, testBreaks } from './testing/released.ts';

testBreaks('operations', [
  ['nothing changed', {}],
  ['words changed', { [`${get}.summary`]: 'other', [`${sent}.properties.id.description`]: 'other' }],
  ['an operation more', { [get.replace('.get', '.delete')]: released.paths['/things']?.post }],
  ['a path more', { 'paths./others': released.paths['/things'] }],
  ['a path less', { 'paths./things': undefined }, `${in_post} was removed`],
  ['an operation less', { [get]: undefined }, `${in_get} was removed`],
  [
    'a parameter of a path named otherwise',
    {
      'paths./things/{thing}': released.paths['/things/{id}'],
      'paths./things/{id}': undefined,
    },
  ],
  ['another name', { [`${get}.operationId`]: 'x' }, `${in_get} operationId is now x, was getThing`],
  [
    'another address',
    { servers: [{ url: '{base_url}/v2' }] },
    'servers: the address is now {base_url}/v2, was {base_url}/v1',
  ],
  ['another default of the base', { servers: [{ ...released.servers[0], variables: {} }] }],
]);

testBreaks('authentication', [
  [
    'a key where none was needed',
    { [`${post}.security`]: [{ apiKey: [] }] },
    `${in_post} security no key is no longer accepted`,
  ],
  ['no key any more', { [`${get}.security`]: [] }, `${in_get} security http bearer is no longer accepted`],
  [
    'another way of sending it',
    { 'components.securitySchemes.apiKey.scheme': 'basic' },
    `${in_get} security http bearer is no longer accepted`,
  ],
  ['one more way', { [`${get}.security`]: [{ apiKey: [] }, {}] }],
]);

testBreaks('parameters', [
  [
    'one less',
    { [`${get}.parameters.1`]: undefined, [`${get}.parameters.length`]: 1 },
    `${in_get} query parameter limit was removed`,
  ],
  ['an optional one more', { [`${get}.parameters.2`]: { name: 'q', in: 'query', schema: {} } }],
  [
    'a required one more',
    { [`${get}.parameters.2`]: { name: 'q', in: 'query', required: true, schema: {} } },
    `${in_get} query parameter q is now required`,
  ],
  [
    'required now',
    { [`${get}.parameters.1.required`]: true },
    `${in_get} query parameter limit is now required`,
  ],
  [
    'a lower limit',
    { [`${get}.parameters.1.schema.maximum`]: 8 },
    `${in_get} query parameter limit now has a lower maximum`,
  ],
  ['a wider limit', { [`${get}.parameters.1.schema.maximum`]: 10 }],
  [
    'another type',
    { [`${get}.parameters.1.schema`]: { type: 'boolean' } },
    `${in_get} query parameter limit can no longer be integer`,
  ],
]);

testBreaks('responses', [
  ['a status less', { [`${get}.responses.404`]: undefined }, `${in_get} 404 was removed`],
  ['a status more', { [`${get}.responses.410`]: { description: 'd' } }],
  ['a header less', { [`${get}.responses.200.headers`]: {} }, `${in_get} 200 header X-Id was removed`],
  [
    'a header not always there',
    { [`${get}.responses.200.headers.X-Id.required`]: false },
    `${in_get} 200 header X-Id may now be missing`,
  ],
  [
    'a header of another type',
    { [`${get}.responses.200.headers.X-Id.schema`]: { type: 'number' } },
    `${in_get} 200 header X-Id may now be number`,
  ],
  ['a header more', { [`${get}.responses.200.headers.X-New`]: { description: 'd', schema: {} } }],
  [
    'another media type',
    { [`${get}.responses.200.content`]: { 'text/plain': { schema: {} } } },
    `${in_get} 200 is no longer application/json`,
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
    `${in_get} 404 code is now "lost", was "gone"`,
  ],
]);

testBreaks('webhooks', [
  ['one more', { 'webhooks.new': released.webhooks['thing.done'] }],
  ['one less', { webhooks: {} }, 'webhook thing.done: was removed'],
  ['a header less', { [`${hook}.parameters`]: [] }, 'webhook thing.done: header parameter sig was removed'],
  [
    'a header not always there',
    { [`${hook}.parameters.0.required`]: false },
    'webhook thing.done: header parameter sig may now be missing',
  ],
  ['a header more', { [`${hook}.parameters.1`]: { name: 'New', in: 'header', schema: {} } }],
  [
    'another name in it',
    { [`${hook}.requestBody.content.application/json.schema.allOf.1.properties.event.const`]: 'x' },
    'webhook thing.done: body event is now "x", was "thing.done"',
  ],
]);

test('a broken reference is an error, not a breaking change', () => {
  const broken = edited({ 'components.schemas.Owner': undefined });
  expect(() => findBreaks(released, broken)).toThrow('#/components/schemas/Owner is not in the document');
});
