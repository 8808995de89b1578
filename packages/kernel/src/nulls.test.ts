import Type from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { acceptNulls, makeOmitNulls, refuses_null } from './nulls.ts';
import { makeCheck } from './validation.ts';

const Order = Type.Object(
  {
    amount: Type.Number(),
    note: Type.Optional(Type.String({ maxLength: 5 })),
    colour: Type.Optional(Type.Enum(['red', 'blue'])),
    label: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    refund: Type.Optional(Type.Number(refuses_null)),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    buyer: Type.Optional(
      Type.Object({
        name: Type.String(),
        address: Type.Optional(Type.Object({ city: Type.Optional(Type.String()) })),
      }),
    ),
    lines: Type.Optional(Type.Array(Type.Object({ code: Type.Optional(Type.String()) }))),
  },
  { additionalProperties: false },
);

const cases: readonly [what: string, given: object, read: object][] = [
  ['an optional field', { amount: 1, note: null }, { amount: 1 }],
  ['a choice', { amount: 1, colour: null }, { amount: 1 }],
  ['an object', { amount: 1, buyer: null }, { amount: 1 }],
  ['a list', { amount: 1, lines: null }, { amount: 1 }],
  ['metadata as a whole', { amount: 1, metadata: null }, { amount: 1 }],
  [
    'a field of an object of an object',
    { amount: 1, buyer: { name: 'A', address: { city: null } } },
    { amount: 1, buyer: { name: 'A', address: {} } },
  ],
  [
    'a field of an object of a list',
    { amount: 1, lines: [{ code: 'a' }, { code: null }] },
    { amount: 1, lines: [{ code: 'a' }, {}] },
  ],
];

const kept: readonly [what: string, given: object][] = [
  ['a field for which null means something', { amount: 1, label: null }],
  ['the contents of metadata', { amount: 1, metadata: { gift: null, lines: [null, { a: null }] } }],
];

describe('null equals an absent field', () => {
  it.each(cases)('%s', (_, given, read) => {
    const before = structuredClone(given);
    expect(makeCheck(Order)(given)).toEqual(read);
    expect(given).toEqual(before);
  });

  it.each(kept)('but not for %s', (_, given) => {
    expect(makeCheck(Order)(given)).toBe(given);
  });

  it.each<[string, object, object]>([
    ['a required field', { amount: null }, { amount: ['must be a number'] }],
    ['a required field inside', { amount: 1, buyer: { name: null } }, { 'buyer.name': ['must be a string'] }],
    ['an unknown field', { amount: 1, size: null }, { size: ['is not a known field'] }],
    ['a field that refuses null', { amount: 1, refund: null }, { refund: ['must be a number'] }],
    ['an item of a list', { amount: 1, lines: [null] }, { 'lines.0': ['must be a JSON object'] }],
  ])('and is rejected for %s', (_, given, fields) => {
    expect(() => makeCheck(Order)(given)).toThrow(AppError);
    try {
      makeCheck(Order)(given);
    } catch (error) {
      expect((error as AppError).fields).toEqual(fields);
    }
  });

  it.each([null, undefined, [], 'text', 5])(
    'and anything other than an object stays unchanged: %j',
    (value) => {
      expect(makeOmitNulls(Order)(value)).toBe(value);
    },
  );

  it('and __proto__ is not treated as a prototype', () => {
    const value: unknown = JSON.parse('{"amount":1,"note":null,"__proto__":{"polluted":1}}');
    expect(Object.keys(makeOmitNulls(Order)(value) as object)).toEqual(['amount', '__proto__']);
  });
});

describe('the documented schema', () => {
  const told = acceptNulls(Order);
  it.each([...cases, ...kept.map(([what, given]) => [what, given, given] as const)])(
    'allows null: %s',
    (_, given) => {
      expect(Check(told, given)).toBe(true);
    },
  );

  it.each([{ amount: null }, { amount: 1, buyer: { name: null } }, { amount: 1, refund: null }])(
    'does not allow %j',
    (given) => {
      expect(Check(told, given)).toBe(false);
    },
  );

  it('leaves required fields and descriptions unchanged', () => {
    expect(told.required).toEqual(Order.required);
    expect(acceptNulls(Type.Object({ id: Type.String({ description: 'Its name.' }) }))).toEqual(
      Type.Object({ id: Type.String({ description: 'Its name.' }) }),
    );
  });
});
