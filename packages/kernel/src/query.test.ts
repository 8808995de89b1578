import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { makeReadQuery } from './query.ts';

const read = makeReadQuery(
  Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      country: Type.Optional(Type.String({ maxLength: 3 })),
    },
    { additionalProperties: false },
  ),
);

function refused(query: Record<string, unknown>): unknown {
  try {
    read(query, { country: (code) => (code === 'CI' ? undefined : 'must be CI') });
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_fields') return error.fields;
    throw error;
  }
  return null;
}

describe('a query', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{}, {}],
    [{ limit: '1' }, { limit: 1 }],
    [
      { limit: '100', country: 'CI' },
      { limit: 100, country: 'CI' },
    ],
    [{ limit: '007' }, { limit: 7 }],
    [{ country: '12' }, { country: '12' }],
  ])('%j is accepted', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  const no_integer = 'must be an integer';
  it.each<[Record<string, unknown>, Record<string, string[]>]>([
    [{ limit: '0' }, { limit: ['must be at least 1'] }],
    [{ limit: '-1' }, { limit: ['must be at least 1'] }],
    [{ limit: '101' }, { limit: ['must be at most 100'] }],
    [{ limit: '' }, { limit: [no_integer] }],
    [{ limit: ' 5' }, { limit: [no_integer] }],
    [{ limit: '5.0' }, { limit: [no_integer] }],
    [{ limit: '1e1' }, { limit: [no_integer] }],
    [{ limit: '0x10' }, { limit: [no_integer] }],
    [{ limit: '9'.repeat(400) }, { limit: [no_integer] }],
    [
      { limit: 'many', country: 'SN' },
      { limit: [no_integer], country: ['must be CI'] },
    ],
    [{ Limit: '5' }, { Limit: ['is not a known field'] }],
    [
      { offset: '5', limit: '0' },
      { offset: ['is not a known field'], limit: ['must be at least 1'] },
    ],
    [{ limit: ['5', '6'] }, { limit: ['must be given once'] }],
    [
      { limit: ['5'], country: ['CI', 'CI'] },
      { limit: ['must be given once'], country: ['must be given once'] },
    ],
    [{ country: 'CI\u0000' }, { country: ['must not contain a NUL character'] }],
    [JSON.parse('{"__proto__": "x"}'), JSON.parse('{"__proto__": ["is not a known field"]}')],
  ])('%j is rejected', (query, fields) => {
    expect(refused(query)).toEqual(fields);
  });
});
