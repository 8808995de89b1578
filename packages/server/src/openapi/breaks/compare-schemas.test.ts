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

testBreaks('what is sent', [
  ['a field less', { [`${sent}.properties.fee`]: undefined }, `${in_get} 200 fee was removed`],
  ['an optional field less', { [`${sent}.properties.extra`]: undefined }, `${in_get} 200 extra was removed`],
  ['a field more', { [`${sent}.properties.more`]: { type: 'string' } }],
  [
    'not always there',
    { [`${sent}.required`]: thing_required.slice(1) },
    `${in_get} 200 id may now be missing`,
  ],
  ['always there', { [`${sent}.required`]: [...thing_required, 'extra'] }],
  [
    'may be null',
    { [`${sent}.properties.fee.type`]: ['integer', 'null'] },
    `${in_get} 200 fee may now be null`,
  ],
  [
    'an object may be null',
    { [`${sent}.properties.owner`]: { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] } },
    `${in_get} 200 owner may now be null`,
  ],
  ['never null any more', { [`${sent}.properties.note.type`]: 'string' }],
  ['another type', { [`${sent}.properties.fee.type`]: 'string' }, `${in_get} 200 fee may now be string`],
  ['a wider type', { [`${sent}.properties.fee.type`]: 'number' }, `${in_get} 200 fee may now be number`],
  ['a narrower type', { [`${sent}.properties.extra.type`]: 'integer' }],
  ['any type', { [`${sent}.properties.fee`]: {} }, `${in_get} 200 fee may now be any`],
  [
    'another format',
    { [`${sent}.properties.id.format`]: 'number' },
    `${in_get} 200 id now has number format, had id`,
  ],
  [
    'no format',
    { [`${sent}.properties.id.format`]: undefined },
    `${in_get} 200 id now has no format, had id`,
  ],
  ['a value more', { [`${sent}.properties.status.enum`]: ['new', 'done', 'lost'] }],
  ['a value less', { [`${sent}.properties.status.enum`]: ['done'] }],
  [
    'only other values',
    { [`${sent}.properties.status.enum`]: ['lost'] },
    `${in_get} 200 status is now "lost", was "new", "done"`,
  ],
  [
    'another constant',
    { [`${sent}.properties.object.const`]: 'item' },
    `${in_get} 200 object is now "item", was "thing"`,
  ],
  [
    'other items',
    { [`${sent}.properties.tags.items.type`]: 'number' },
    `${in_get} 200 tags[] may now be number`,
  ],
  ['any items', { [`${sent}.properties.tags.items`]: undefined }, `${in_get} 200 tags has different items`],
  [
    'other values of a map',
    { [`${sent}.properties.metadata.additionalProperties.type`]: 'number' },
    `${in_get} 200 metadata.* may now be number`,
  ],
  [
    'any values of a map',
    { [`${sent}.properties.metadata.additionalProperties`]: true },
    `${in_get} 200 metadata.* other fields may now be anything`,
  ],
  [
    'a kind more',
    {
      [`${sent}.properties.action.anyOf.3`]: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'scan' } },
      },
    },
  ],
  ['a kind less', { [`${sent}.properties.action.anyOf`]: kinds.slice(1) }],
  [
    'a field of a kind less',
    { [`${sent}.properties.action.anyOf.1.properties.url`]: undefined },
    `${in_get} 200 action.url was removed`,
  ],
  ['kinds in another order', { [`${sent}.properties.action.anyOf`]: kinds.toReversed() }],
  [
    'a field of a part less',
    { 'components.schemas.Owner.properties': {} },
    `${in_get} 200 owner.name was removed`,
    'webhook thing.done: body name was removed',
  ],
  ['the same part without a name', { [`${sent}.properties.owner`]: owner }],
]);

testBreaks('what is taken', [
  ['a field less', { [`${taken}.properties.look`]: undefined }, `${in_post} body look was removed`],
  ['an optional field more', { [`${taken}.properties.more`]: { type: 'string' } }],
  [
    'a required field more',
    { [`${taken}.properties.more`]: { type: 'string' }, [`${taken}.required`]: ['amount', 'to', 'more'] },
    `${in_post} body more is now required`,
  ],
  [
    'required now',
    { [`${taken}.required`]: ['amount', 'to', 'look'] },
    `${in_post} body look is now required`,
  ],
  ['optional now', { [`${taken}.required`]: [] }],
  [
    'another type',
    { [`${taken}.properties.amount.type`]: 'string' },
    `${in_post} body amount can no longer be number`,
  ],
  [
    'a narrower type',
    { [`${taken}.properties.amount.type`]: 'integer' },
    `${in_post} body amount can no longer be number`,
  ],
  [
    'null no more',
    { [`${taken}.properties.note.type`]: 'string' },
    `${in_post} body note can no longer be null`,
  ],
  ['null too', { [`${taken}.properties.amount.type`]: ['number', 'null'] }],
  ['anything', { [`${taken}.properties.amount`]: {} }],
  [
    'a value less',
    { [`${taken}.properties.look.enum`]: ['plain'] },
    `${in_post} body look can no longer be "round"`,
  ],
  ['a value more', { [`${taken}.properties.look.enum`]: ['plain', 'round', 'flat'] }],
  ['any value', { [`${taken}.properties.look.enum`]: undefined }],
  [
    'some values only',
    { [`${taken}.properties.code.enum`]: ['a'] },
    `${in_post} body code must now be one of "a"`,
  ],
  [
    'a lower maximum',
    { [`${taken}.properties.amount.maximum`]: 99 },
    `${in_post} body amount now has a lower maximum`,
  ],
  ['a higher maximum', { [`${taken}.properties.amount.maximum`]: 101 }],
  ['no maximum', { [`${taken}.properties.amount.maximum`]: undefined }],
  [
    'a higher minimum',
    { [`${taken}.properties.amount.minimum`]: 2 },
    `${in_post} body amount now has a higher minimum`,
  ],
  ['a lower minimum', { [`${taken}.properties.amount.minimum`]: 0 }],
  [
    'shorter',
    { [`${taken}.properties.note.maxLength`]: 9 },
    `${in_post} body note now has a lower maxLength`,
  ],
  [
    'never empty',
    { [`${taken}.properties.note.minLength`]: 1 },
    `${in_post} body note now has a higher minLength`,
  ],
  [
    'fewer items',
    { [`${taken}.properties.list.maxItems`]: 2 },
    `${in_post} body list now has a lower maxItems`,
  ],
  [
    'other items',
    { [`${taken}.properties.list.items.type`]: 'string' },
    `${in_post} body list[] can no longer be number`,
  ],
  [
    'another pattern',
    { [`${taken}.properties.code.pattern`]: '^b' },
    `${in_post} body code now has ^b pattern, had ^a`,
  ],
  ['no pattern', { [`${taken}.properties.code.pattern`]: undefined }],
  [
    'a format',
    { [`${taken}.properties.look.format`]: 'uri' },
    `${in_post} body look now has uri format, had none`,
  ],
  [
    'a kind less',
    { [`${taken}.properties.to.anyOf`]: ways.slice(1) },
    `${in_post} body to.kind can no longer be "bank"`,
  ],
  [
    'a kind more',
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
  ['unknown fields taken', { [`${taken}.additionalProperties`]: true }],
  [
    'a body that has to be there',
    { [`${post}.requestBody.required`]: true },
    `${in_post} body is now required`,
  ],
  ['no body', { [`${post}.requestBody`]: undefined }, `${in_post} body was removed`],
  [
    'another media type',
    { [`${post}.requestBody.content`]: { 'text/plain': { schema: {} } } },
    `${in_post} body is no longer application/json`,
  ],
  ['a media type more', { [`${post}.requestBody.content.text/plain`]: { schema: {} } }],
  ['an optional body where there was none', { [`${get}.requestBody`]: { required: false, content: {} } }],
  [
    'a required body where there was none',
    { [`${get}.requestBody`]: { required: true, content: {} } },
    `${in_get} body is now required`,
  ],
]);
