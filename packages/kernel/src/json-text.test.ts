import { expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

const value = {
  codes: ['XOF', 'XAF'],
  empty: [],
  none: {},
  list: [{ a: 1 }, [true, null]],
  left_out: undefined,
};

it('puts a list of plain values on one line, and everything else over lines', () => {
  expect(jsonText(value)).toBe(`{
  "codes": ["XOF", "XAF"],
  "empty": [],
  "none": {},
  "list": [
    {
      "a": 1
    },
    [true, null]
  ]
}
`);
});

it('is the same JSON', () => {
  expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
});
