import type { JsonSchema } from '../document.ts';
import { in_get, in_post, news, owner, sent, shapes, taken, testBreaks } from './testing/released.ts';

const [paid, sent_out] = news;
const [circle, rectangle] = shapes;

/** Returns a copy of an object's schema in which `event` has different values. */
function aboutEvents(schema: JsonSchema, ...values: readonly string[]): JsonSchema {
  return { ...schema, properties: { ...schema.properties, event: { enum: values } } };
}

/** Returns a copy of an object's schema in which one field is replaced or removed. */
function withField(schema: JsonSchema, name: string, field: JsonSchema | undefined): JsonSchema {
  const { [name]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties: field ? { ...properties, [name]: field } : properties };
}

const sent_news = `${sent}.properties.news.items.anyOf`;
const taken_news = `${taken}.properties.about.anyOf`;

testBreaks('objects distinguished by the values of a field, in a response', [
  ['in a different order', { [sent_news]: [sent_out, paid] }],
  ['one value added', { [sent_news]: [aboutEvents(paid, 'paid.done', 'paid.lost', 'paid.late'), sent_out] }],
  ['one object added', { [sent_news]: [paid, sent_out, { ...owner, ...aboutEvents(owner, 'owner.new') }] }],
  ['one object removed', { [sent_news]: [paid] }],
  [
    'one object per value',
    { [sent_news]: [sent_out, aboutEvents(paid, 'paid.lost'), aboutEvents(paid, 'paid.done')] },
  ],
  [
    'a field of one object removed',
    { [sent_news]: [withField(paid, 'paid', undefined), sent_out] },
    `${in_get} 200 news[].paid was removed`,
  ],
  [
    'a field of the second object with a different type',
    { [sent_news]: [paid, withField(sent_out, 'sent', { type: 'boolean' })] },
    `${in_get} 200 news[].sent may now be boolean`,
  ],
  [
    'a value moved to the other object',
    {
      [sent_news]: [aboutEvents(paid, 'paid.done'), aboutEvents(sent_out, 'sent.done', 'paid.lost')],
    },
    `${in_get} 200 news[].paid was removed`,
  ],
  [
    'all merged into one object',
    {
      [sent_news]: [
        {
          type: 'object',
          required: ['event'],
          properties: {
            event: { enum: ['paid.done', 'paid.lost', 'sent.done'] },
            paid: { type: 'number' },
            sent: { type: 'string' },
          },
        },
      ],
    },
    `${in_get} 200 news[].paid may now be missing`,
    `${in_get} 200 news[].sent may now be missing`,
  ],
  [
    'the distinguishing field removed',
    { [sent_news]: [withField(paid, 'event', undefined), sent_out] },
    `${in_get} 200 news[].event was removed`,
  ],
  [
    'one object replaced by several',
    { [`${sent}.properties.owner`]: { anyOf: [owner, { type: 'object', properties: {} }] } },
    `${in_get} 200 owner.name was removed`,
  ],
]);

testBreaks('objects distinguished by the values of a field, in a request', [
  ['in a different order', { [taken_news]: [sent_out, paid] }],
  ['one value added', { [taken_news]: [aboutEvents(paid, 'paid.done', 'paid.lost', 'paid.late'), sent_out] }],
  [
    'one value removed',
    { [taken_news]: [aboutEvents(paid, 'paid.done'), sent_out] },
    `${in_post} body about.event can no longer be "paid.lost"`,
  ],
  [
    'one object removed',
    { [taken_news]: [paid] },
    `${in_post} body about.event can no longer be "sent.done"`,
  ],
  ['one object added', { [taken_news]: [paid, sent_out, aboutEvents(owner, 'owner.new')] }],
  [
    'one object per value',
    { [taken_news]: [sent_out, aboutEvents(paid, 'paid.lost'), aboutEvents(paid, 'paid.done')] },
  ],
  [
    'a field now required for one value',
    {
      [taken_news]: [
        aboutEvents(paid, 'paid.done'),
        sent_out,
        { ...aboutEvents(paid, 'paid.lost'), required: ['event', 'paid', 'why'] },
      ],
    },
    `${in_post} body about.why is now required`,
  ],
]);

testBreaks('objects without a distinguishing field', [
  ['in a different order', { [`${sent}.properties.shape.anyOf`]: [rectangle, circle] }],
  ['one removed from a response', { [`${sent}.properties.shape.anyOf`]: [rectangle] }],
  [
    'a field removed from a response',
    { [`${sent}.properties.shape.anyOf`]: [withField(rectangle, 'height', undefined), circle] },
    `${in_get} 200 shape.height was removed`,
  ],
  [
    'one removed from a request',
    { [`${taken}.properties.shape.anyOf`]: [rectangle] },
    `${in_post} body shape.radius was removed`,
    `${in_post} body shape.width is now required`,
    `${in_post} body shape.height is now required`,
  ],
  [
    'one added to a request',
    { [`${taken}.properties.shape.anyOf`]: [{ type: 'object', properties: {} }, rectangle, circle] },
  ],
]);
