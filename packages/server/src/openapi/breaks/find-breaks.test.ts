import { expect, test } from 'vitest';
import { findBreaks } from './find-breaks.ts';
import { edited, get, hook, in_get, in_post, post, released, sent, testBreaks } from './testing/released.ts';

testBreaks('operations', [
  ['nothing changed', {}],
  ['only texts changed', { [`${get}.summary`]: 'other', [`${sent}.properties.id.description`]: 'other' }],
  ['an operation added', { [get.replace('.get', '.delete')]: released.paths['/things']?.post }],
  ['a path added', { 'paths./others': released.paths['/things'] }],
  ['a path removed', { 'paths./things': undefined }, `${in_post} was removed`],
  ['an operation removed', { [get]: undefined }, `${in_get} was removed`],
  [
    'a path parameter renamed',
    {
      'paths./things/{thing}': released.paths['/things/{id}'],
      'paths./things/{id}': undefined,
    },
  ],
  [
    'a different operation id',
    { [`${get}.operationId`]: 'x' },
    `${in_get} operationId is now x, was getThing`,
  ],
  [
    'a different server address',
    { servers: [{ url: '{base_url}/v2' }] },
    'servers: the address is now {base_url}/v2, was {base_url}/v1',
  ],
  ['a different default of the base address', { servers: [{ ...released.servers[0], variables: {} }] }],
]);

testBreaks('authentication', [
  [
    'a key now required',
    { [`${post}.security`]: [{ apiKey: [] }] },
    `${in_post} security no key is no longer accepted`,
  ],
  [
    'a key no longer accepted',
    { [`${get}.security`]: [] },
    `${in_get} security http bearer is no longer accepted`,
  ],
  [
    'a different scheme',
    { 'components.securitySchemes.apiKey.scheme': 'basic' },
    `${in_get} security http bearer is no longer accepted`,
  ],
  ['requests without a key also accepted', { [`${get}.security`]: [{ apiKey: [] }, {}] }],
]);

testBreaks('parameters', [
  [
    'one removed',
    { [`${get}.parameters.1`]: undefined, [`${get}.parameters.length`]: 1 },
    `${in_get} query parameter limit was removed`,
  ],
  ['an optional one added', { [`${get}.parameters.2`]: { name: 'q', in: 'query', schema: {} } }],
  [
    'a required one added',
    { [`${get}.parameters.2`]: { name: 'q', in: 'query', required: true, schema: {} } },
    `${in_get} query parameter q is now required`,
  ],
  [
    'one now required',
    { [`${get}.parameters.1.required`]: true },
    `${in_get} query parameter limit is now required`,
  ],
  [
    'a lower maximum',
    { [`${get}.parameters.1.schema.maximum`]: 8 },
    `${in_get} query parameter limit now has a lower maximum`,
  ],
  ['a higher maximum', { [`${get}.parameters.1.schema.maximum`]: 10 }],
  [
    'a different type',
    { [`${get}.parameters.1.schema`]: { type: 'boolean' } },
    `${in_get} query parameter limit can no longer be integer`,
  ],
]);

testBreaks('responses', [
  ['a status removed', { [`${get}.responses.404`]: undefined }, `${in_get} 404 was removed`],
  ['a status added', { [`${get}.responses.410`]: { description: 'd' } }],
  ['a header removed', { [`${get}.responses.200.headers`]: {} }, `${in_get} 200 header X-Id was removed`],
  [
    'a header no longer required',
    { [`${get}.responses.200.headers.X-Id.required`]: false },
    `${in_get} 200 header X-Id may now be missing`,
  ],
  [
    'a header of a different type',
    { [`${get}.responses.200.headers.X-Id.schema`]: { type: 'number' } },
    `${in_get} 200 header X-Id may now be number`,
  ],
  ['a header added', { [`${get}.responses.200.headers.X-New`]: { description: 'd', schema: {} } }],
  [
    'a different media type',
    { [`${get}.responses.200.content`]: { 'text/plain': { schema: {} } } },
    `${in_get} 200 is no longer application/json`,
  ],
  [
    'an error code added',
    {
      'components.responses.Gone.content.application/json.schema.allOf.1.properties.code.enum': [
        'gone',
        'lost',
      ],
    },
  ],
  [
    'all error codes replaced',
    { 'components.responses.Gone.content.application/json.schema.allOf.1.properties.code.enum': ['lost'] },
    `${in_get} 404 code is now "lost", was "gone"`,
  ],
]);

testBreaks('webhooks', [
  ['one added', { 'webhooks.new': released.webhooks['thing.done'] }],
  ['one removed', { webhooks: {} }, 'webhook thing.done: was removed'],
  [
    'a header removed',
    { [`${hook}.parameters`]: [] },
    'webhook thing.done: header parameter sig was removed',
  ],
  [
    'a header no longer required',
    { [`${hook}.parameters.0.required`]: false },
    'webhook thing.done: header parameter sig may now be missing',
  ],
  ['a header added', { [`${hook}.parameters.1`]: { name: 'New', in: 'header', schema: {} } }],
  [
    'a different event name in the body',
    { [`${hook}.requestBody.content.application/json.schema.allOf.1.properties.event.const`]: 'x' },
    'webhook thing.done: body event is now "x", was "thing.done"',
  ],
]);

test('a broken reference is an error, not a breaking change', () => {
  const broken = edited({ 'components.schemas.Owner': undefined });
  expect(() => findBreaks(released, broken)).toThrow('#/components/schemas/Owner is not in the document');
});
