import type { JsonSchema } from '../document.ts';
import { in_get, in_post, news, owner, sent, shapes, taken, testBreaks } from './testing/released.ts';

const [paid, sent_out] = news;
const [circle, rectangle] = shapes;

/** One of the objects with other values of `event`. */
function aboutEvents(schema: JsonSchema, ...values: readonly string[]): JsonSchema {
  return { ...schema, properties: { ...schema.properties, event: { enum: values } } };
}

/** One of the objects with the field and without the one it had before. */
function withField(schema: JsonSchema, name: string, field: JsonSchema | undefined): JsonSchema {
  const { [name]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties: field ? { ...properties, [name]: field } : properties };
}

const sent_news = `${sent}.properties.news.items.anyOf`;
const taken_news = `${taken}.properties.about.anyOf`;

testBreaks('objects told apart by the values of a field, in what is sent', [
  ['in another order', { [sent_news]: [sent_out, paid] }],
  ['one value more', { [sent_news]: [aboutEvents(paid, 'paid.done', 'paid.lost', 'paid.late'), sent_out] }],
  ['one kind more', { [sent_news]: [paid, sent_out, { ...owner, ...aboutEvents(owner, 'owner.new') }] }],
  ['one kind less', { [sent_news]: [paid] }],
  [
    'one object a value',
    { [sent_news]: [sent_out, aboutEvents(paid, 'paid.lost'), aboutEvents(paid, 'paid.done')] },
  ],
  [
    'a field less in one of them',
    { [sent_news]: [withField(paid, 'paid', undefined), sent_out] },
    `${in_get} 200 news[].paid was removed`,
  ],
  [
    'a field of another type in the second of them',
    { [sent_news]: [paid, withField(sent_out, 'sent', { type: 'boolean' })] },
    `${in_get} 200 news[].sent may now be boolean`,
  ],
  [
    'a value that looks like the other kind now',
    {
      [sent_news]: [aboutEvents(paid, 'paid.done'), aboutEvents(sent_out, 'sent.done', 'paid.lost')],
    },
    `${in_get} 200 news[].paid was removed`,
  ],
  [
    'all in one object',
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
    'the field itself was removed',
    { [sent_news]: [withField(paid, 'event', undefined), sent_out] },
    `${in_get} 200 news[].event was removed`,
  ],
  [
    'several objects where there was one',
    { [`${sent}.properties.owner`]: { anyOf: [owner, { type: 'object', properties: {} }] } },
    `${in_get} 200 owner.name was removed`,
  ],
]);

testBreaks('objects told apart by the values of a field, in what is taken', [
  ['in another order', { [taken_news]: [sent_out, paid] }],
  ['one value more', { [taken_news]: [aboutEvents(paid, 'paid.done', 'paid.lost', 'paid.late'), sent_out] }],
  [
    'one value less',
    { [taken_news]: [aboutEvents(paid, 'paid.done'), sent_out] },
    `${in_post} body about.event can no longer be "paid.lost"`,
  ],
  ['one kind less', { [taken_news]: [paid] }, `${in_post} body about.event can no longer be "sent.done"`],
  ['one kind more', { [taken_news]: [paid, sent_out, aboutEvents(owner, 'owner.new')] }],
  [
    'one object a value',
    { [taken_news]: [sent_out, aboutEvents(paid, 'paid.lost'), aboutEvents(paid, 'paid.done')] },
  ],
  [
    'one value needs more than it did',
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

testBreaks('objects that no field tells apart', [
  ['in another order', { [`${sent}.properties.shape.anyOf`]: [rectangle, circle] }],
  ['one less, where it is sent', { [`${sent}.properties.shape.anyOf`]: [rectangle] }],
  [
    'a field less, where it is sent',
    { [`${sent}.properties.shape.anyOf`]: [withField(rectangle, 'height', undefined), circle] },
    `${in_get} 200 shape.height was removed`,
  ],
  [
    'one less, where it is taken',
    { [`${taken}.properties.shape.anyOf`]: [rectangle] },
    `${in_post} body shape.radius was removed`,
    `${in_post} body shape.width is now required`,
    `${in_post} body shape.height is now required`,
  ],
  [
    'one more, where it is taken',
    { [`${taken}.properties.shape.anyOf`]: [{ type: 'object', properties: {} }, rectangle, circle] },
  ],
]);
