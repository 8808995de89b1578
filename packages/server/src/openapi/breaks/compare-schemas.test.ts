import {
  get,
  in_get,
  in_post,
  kinds,
  owner,
  post,
  sent,
  taken,
  testBreaks,
  thing_required,
  ways,
} from './testing/released.ts';

testBreaks('in a response', [
  ['a field removed', { [`${sent}.properties.fee`]: undefined }, `${in_get} 200 fee was removed`],
  [
    'an optional field removed',
    { [`${sent}.properties.extra`]: undefined },
    `${in_get} 200 extra was removed`,
  ],
  ['a field added', { [`${sent}.properties.more`]: { type: 'string' } }],
  [
    'a field no longer required',
    { [`${sent}.required`]: thing_required.slice(1) },
    `${in_get} 200 id may now be missing`,
  ],
  ['a field now required', { [`${sent}.required`]: [...thing_required, 'extra'] }],
  [
    'a field now nullable',
    { [`${sent}.properties.fee.type`]: ['integer', 'null'] },
    `${in_get} 200 fee may now be null`,
  ],
  [
    'an object now nullable',
    { [`${sent}.properties.owner`]: { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] } },
    `${in_get} 200 owner may now be null`,
  ],
  ['a field no longer nullable', { [`${sent}.properties.note.type`]: 'string' }],
  ['a different type', { [`${sent}.properties.fee.type`]: 'string' }, `${in_get} 200 fee may now be string`],
  ['a wider type', { [`${sent}.properties.fee.type`]: 'number' }, `${in_get} 200 fee may now be number`],
  ['a narrower type', { [`${sent}.properties.extra.type`]: 'integer' }],
  ['any type', { [`${sent}.properties.fee`]: {} }, `${in_get} 200 fee may now be any`],
  [
    'a different format',
    { [`${sent}.properties.id.format`]: 'number' },
    `${in_get} 200 id now has number format, had id`,
  ],
  [
    'the format removed',
    { [`${sent}.properties.id.format`]: undefined },
    `${in_get} 200 id now has no format, had id`,
  ],
  ['a value added', { [`${sent}.properties.status.enum`]: ['new', 'done', 'lost'] }],
  ['a value removed', { [`${sent}.properties.status.enum`]: ['done'] }],
  [
    'all values replaced',
    { [`${sent}.properties.status.enum`]: ['lost'] },
    `${in_get} 200 status is now "lost", was "new", "done"`,
  ],
  [
    'a different constant',
    { [`${sent}.properties.object.const`]: 'item' },
    `${in_get} 200 object is now "item", was "thing"`,
  ],
  [
    'items of a different type',
    { [`${sent}.properties.tags.items.type`]: 'number' },
    `${in_get} 200 tags[] may now be number`,
  ],
  [
    'items of any type',
    { [`${sent}.properties.tags.items`]: undefined },
    `${in_get} 200 tags has different items`,
  ],
  [
    'map values of a different type',
    { [`${sent}.properties.metadata.additionalProperties.type`]: 'number' },
    `${in_get} 200 metadata.* may now be number`,
  ],
  [
    'map values of any type',
    { [`${sent}.properties.metadata.additionalProperties`]: true },
    `${in_get} 200 metadata.* other fields may now be anything`,
  ],
  [
    'a variant added',
    {
      [`${sent}.properties.action.anyOf.3`]: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'scan' } },
      },
    },
  ],
  ['a variant removed', { [`${sent}.properties.action.anyOf`]: kinds.slice(1) }],
  [
    'a field of a variant removed',
    { [`${sent}.properties.action.anyOf.1.properties.url`]: undefined },
    `${in_get} 200 action.url was removed`,
  ],
  ['variants in a different order', { [`${sent}.properties.action.anyOf`]: kinds.toReversed() }],
  [
    'a field of a referenced schema removed',
    { 'components.schemas.Owner.properties': {} },
    `${in_get} 200 owner.name was removed`,
    'webhook thing.done: body name was removed',
  ],
  ['a reference replaced by the same schema', { [`${sent}.properties.owner`]: owner }],
]);

testBreaks('in a request', [
  ['a field removed', { [`${taken}.properties.look`]: undefined }, `${in_post} body look was removed`],
  ['an optional field added', { [`${taken}.properties.more`]: { type: 'string' } }],
  [
    'a required field added',
    { [`${taken}.properties.more`]: { type: 'string' }, [`${taken}.required`]: ['amount', 'to', 'more'] },
    `${in_post} body more is now required`,
  ],
  [
    'a field now required',
    { [`${taken}.required`]: ['amount', 'to', 'look'] },
    `${in_post} body look is now required`,
  ],
  ['fields now optional', { [`${taken}.required`]: [] }],
  [
    'a different type',
    { [`${taken}.properties.amount.type`]: 'string' },
    `${in_post} body amount can no longer be number`,
  ],
  [
    'a narrower type',
    { [`${taken}.properties.amount.type`]: 'integer' },
    `${in_post} body amount can no longer be number`,
  ],
  [
    'a field no longer nullable',
    { [`${taken}.properties.note.type`]: 'string' },
    `${in_post} body note can no longer be null`,
  ],
  ['a field now nullable', { [`${taken}.properties.amount.type`]: ['number', 'null'] }],
  ['any type', { [`${taken}.properties.amount`]: {} }],
  [
    'a value removed',
    { [`${taken}.properties.look.enum`]: ['plain'] },
    `${in_post} body look can no longer be "round"`,
  ],
  ['a value added', { [`${taken}.properties.look.enum`]: ['plain', 'round', 'flat'] }],
  ['the list of values removed', { [`${taken}.properties.look.enum`]: undefined }],
  [
    'a list of values added',
    { [`${taken}.properties.code.enum`]: ['a'] },
    `${in_post} body code must now be one of "a"`,
  ],
  [
    'a lower maximum',
    { [`${taken}.properties.amount.maximum`]: 99 },
    `${in_post} body amount now has a lower maximum`,
  ],
  ['a higher maximum', { [`${taken}.properties.amount.maximum`]: 101 }],
  ['the maximum removed', { [`${taken}.properties.amount.maximum`]: undefined }],
  [
    'a higher minimum',
    { [`${taken}.properties.amount.minimum`]: 2 },
    `${in_post} body amount now has a higher minimum`,
  ],
  ['a lower minimum', { [`${taken}.properties.amount.minimum`]: 0 }],
  [
    'a lower maximum length',
    { [`${taken}.properties.note.maxLength`]: 9 },
    `${in_post} body note now has a lower maxLength`,
  ],
  [
    'a higher minimum length',
    { [`${taken}.properties.note.minLength`]: 1 },
    `${in_post} body note now has a higher minLength`,
  ],
  [
    'a lower maximum number of items',
    { [`${taken}.properties.list.maxItems`]: 2 },
    `${in_post} body list now has a lower maxItems`,
  ],
  [
    'items of a different type',
    { [`${taken}.properties.list.items.type`]: 'string' },
    `${in_post} body list[] can no longer be number`,
  ],
  [
    'a different pattern',
    { [`${taken}.properties.code.pattern`]: '^b' },
    `${in_post} body code now has ^b pattern, had ^a`,
  ],
  ['the pattern removed', { [`${taken}.properties.code.pattern`]: undefined }],
  [
    'a format added',
    { [`${taken}.properties.look.format`]: 'uri' },
    `${in_post} body look now has uri format, had none`,
  ],
  [
    'a variant removed',
    { [`${taken}.properties.to.anyOf`]: ways.slice(1) },
    `${in_post} body to.kind can no longer be "bank"`,
  ],
  [
    'a variant added',
    {
      [`${taken}.properties.to.anyOf.2`]: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'cash' } },
      },
    },
  ],
  [
    'unknown fields refused',
    { [`${taken}.properties.open.additionalProperties`]: false },
    `${in_post} body open.* other fields are now refused`,
  ],
  ['unknown fields accepted', { [`${taken}.additionalProperties`]: true }],
  ['the body now required', { [`${post}.requestBody.required`]: true }, `${in_post} body is now required`],
  ['the body removed', { [`${post}.requestBody`]: undefined }, `${in_post} body was removed`],
  [
    'a different media type',
    { [`${post}.requestBody.content`]: { 'text/plain': { schema: {} } } },
    `${in_post} body is no longer application/json`,
  ],
  ['a media type added', { [`${post}.requestBody.content.text/plain`]: { schema: {} } }],
  ['an optional body added', { [`${get}.requestBody`]: { required: false, content: {} } }],
  [
    'a required body added',
    { [`${get}.requestBody`]: { required: true, content: {} } },
    `${in_get} body is now required`,
  ],
]);
