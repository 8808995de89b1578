import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { AppError, type FieldErrors } from './errors.ts';
import { makeCheck, type Rules } from './validation.ts';

const Order = Type.Object(
  {
    amount: Type.Number({ minimum: 1, maximum: 1000 }),
    currency: Type.String(),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
    colour: Type.Optional(Type.Enum(['red', 'blue'])),
    paid: Type.Optional(Type.Boolean()),
    kind: Type.Optional(Type.Literal('order')),
    size: Type.Optional(Type.Union([Type.Literal('s'), Type.Literal('l')])),
    tags: Type.Optional(Type.Array(Type.Integer(), { minItems: 1 })),
    extra: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    buyer: Type.Optional(
      Type.Object(
        { name: Type.String(), address: Type.Optional(Type.Object({ city: Type.String() })) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
const check = makeCheck(Order);
const right = { amount: 5, currency: 'XOF' };

function fieldsOf(value: unknown, rules?: Rules<Type.Static<typeof Order>>): FieldErrors | null {
  try {
    check(value, rules);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_fields') return error.fields;
    throw error;
  }
}

describe('a check', () => {
  it('returns valid input unchanged', () => {
    const value = { ...right, note: 'abc', tags: [1], buyer: { name: 'A', address: { city: 'B' } } };
    expect(check(value)).toBe(value);
  });

  it.each<[string, unknown, FieldErrors]>([
    ['missing fields', {}, { amount: ['is required'], currency: ['is required'] }],
    ['a text for a number', { ...right, amount: '5' }, { amount: ['must be a number'] }],
    ['null', { ...right, currency: null }, { currency: ['must be a string'] }],
    ['undefined', { ...right, amount: undefined }, { amount: ['is required'] }],
    ['too little', { ...right, amount: 0.5 }, { amount: ['must be at least 1'] }],
    ['too much', { ...right, amount: 1001 }, { amount: ['must be at most 1000'] }],
    // JSON has no such numbers, but 1e400 is parsed as infinity.
    ['infinity', JSON.parse('{"amount":1e400,"currency":"XOF"}'), { amount: ['must be a number'] }],
    ['not a number', { ...right, amount: Number.NaN }, { amount: ['must be a number'] }],
    ['a list for a text', { ...right, currency: ['XOF'] }, { currency: ['must be a string'] }],
    ['an empty text', { ...right, note: '' }, { note: ['must not be empty'] }],
    ['a long text', { ...right, note: 'abcdef' }, { note: ['must be at most 5 characters'] }],
    ['an unknown choice', { ...right, colour: 'green' }, { colour: ['must be one of: red, blue'] }],
    ['a number for a boolean', { ...right, paid: 1 }, { paid: ['must be a boolean'] }],
    [
      'a word other than the only one allowed',
      { ...right, kind: 'offer' },
      { kind: ['is not an allowed value'] },
    ],
    ['a word that is not in a union', { ...right, size: 'm' }, { size: ['is not an allowed value'] }],
    ['a fraction for an integer', { ...right, tags: [1.5] }, { 'tags.0': ['must be an integer'] }],
    ['a list for an object', { ...right, extra: [] }, { extra: ['must be a JSON object'] }],
    ['a text for an object', { ...right, buyer: 'A' }, { buyer: ['must be a JSON object'] }],
    ['a missing field inside', { ...right, buyer: {} }, { 'buyer.name': ['is required'] }],
    [
      'an unknown field inside',
      { ...right, buyer: { name: 'A', age: 3 } },
      { 'buyer.age': ['is not a known field'] },
    ],
    [
      'a wrong field deep inside',
      { ...right, buyer: { name: 'A', address: { city: 7 } } },
      { 'buyer.address.city': ['must be a string'] },
    ],
    ['an unknown field without a name', { ...right, '': 5 }, { '""': ['is not a known field'] }],
    ['an unknown field', { ...right, amout: 5 }, { amout: ['is not a known field'] }],
    ['NUL in a text', { ...right, currency: 'X\u0000F' }, { currency: ['must not contain a NUL character'] }],
    ['half an emoji', { ...right, note: 'a\ud83d' }, { note: ['must be valid Unicode text'] }],
    ['the other half', { ...right, note: '\ude00a' }, { note: ['must be valid Unicode text'] }],
    [
      'NUL inside',
      { ...right, buyer: { name: 'a\u0000' } },
      { 'buyer.name': ['must not contain a NUL character'] },
    ],
  ])('reports the problem: %s', (_, value, fields) => {
    expect(fieldsOf(value)).toEqual(fields);
  });

  it.each([[null], [undefined], [[]], [[right]], ['{}'], [5], [true]])('rejects %j as a whole', (value) => {
    expect(fieldsOf(value)).toEqual({ body: ['must be a JSON object'] });
  });

  it('accepts emoji, and counts them as people do', () => {
    expect(fieldsOf({ ...right, note: '😀😀😀😀😀' })).toBeNull();
    expect(fieldsOf({ ...right, note: '😀😀😀😀😀😀' })).toEqual({ note: ['must be at most 5 characters'] });
  });
});

describe('many invalid fields', () => {
  it('are all reported together', () => {
    const value = {
      amount: 'x',
      currency: 1,
      note: 2,
      colour: 3,
      paid: 4,
      tags: 5,
      extra: 6,
      buyer: 7,
      first: 8,
      second: 9,
      third: 10,
    };
    expect(Object.keys(fieldsOf(value) ?? {}).toSorted()).toEqual(Object.keys(value).toSorted());
  });

  it('do not reach a rule that would fail on them', () => {
    const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field_${index}`, index]));
    const rules = { currency: (code: string) => (code.trim() === '' ? 'is blank' : undefined) };
    expect(fieldsOf({ ...unknown, amount: 5, currency: 5 }, rules)).toMatchObject({
      currency: ['must be a string'],
      field_29: ['is not a known field'],
    });
  });

  it('are found in linear time', () => {
    const flood = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, index]));
    expect(Object.keys(fieldsOf(flood) ?? {})).toHaveLength(100_002);
  });
});

describe('names with a meaning in JavaScript', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is an unknown field', (name) => {
    const value: unknown = JSON.parse(
      `{"amount":5,"currency":"XOF",${JSON.stringify(name)}:{"polluted":true}}`,
    );
    const fields = fieldsOf(value) ?? {};
    expect(Object.entries(fields)).toEqual([[name, ['is not a known field']]]);
    expect(Object.hasOwn(fields, name)).toBe(true);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each(['__proto__', 'constructor'])('%s is an unknown nested field as well', (name) => {
    const value: unknown = JSON.parse(`{"amount":5,"currency":"XOF","buyer":{"name":"A","${name}":1}}`);
    expect(Object.entries(fieldsOf(value) ?? {})).toEqual([[`buyer.${name}`, ['is not a known field']]]);
  });

  it('a required field is not taken from the prototype', () => {
    expect(fieldsOf(Object.create(right))).toEqual({ amount: ['is required'], currency: ['is required'] });
  });
});

describe('a rule', () => {
  it('applies to its field, and its problem is reported along with the schema’s problems with other fields', () => {
    const rules = { currency: () => 'is no currency', amount: () => 'is never asked' };
    expect(fieldsOf({ amount: 'x', currency: 'ABC' }, rules)).toEqual({
      amount: ['must be a number'],
      currency: ['is no currency'],
    });
  });

  it('is not called for an absent field', () => {
    expect(fieldsOf(right, { note: () => 'is bad' })).toBeNull();
  });

  it('sees the other valid fields, and only those', () => {
    const seen: unknown[] = [];
    const rules = {
      currency: (_: string, whole: object) => {
        seen.push(whole);
        return undefined;
      },
    };
    fieldsOf({ ...right, note: 'too long', paid: true }, rules);
    expect(seen).toEqual([{ amount: 5, currency: 'XOF', paid: true }]);
  });

  it('can apply to a nested field, and is reported under its path', () => {
    const checkNested = makeCheck(
      Type.Object({ buyer: Type.Optional(Type.Object({ phone: Type.Optional(Type.String()) })) }),
    );
    const rules = { buyer: { phone: (text: string) => (text === 'x' ? 'is no phone' : undefined) } };
    const cases = [
      [{ buyer: { phone: 'x' } }, { 'buyer.phone': ['is no phone'] }],
      [{ buyer: { phone: 5 } }, { 'buyer.phone': ['must be a string'] }],
      [{ buyer: { phone: 'y' } }, null],
      [{ buyer: {} }, null],
      [{}, null],
      [{ buyer: null }, null],
    ] as const;
    for (const [value, expected] of cases) {
      let fields: unknown = null;
      try {
        checkNested(value, rules);
      } catch (error) {
        fields = (error as { fields: unknown }).fields;
      }
      expect(fields).toEqual(expected);
    }
  });
});
