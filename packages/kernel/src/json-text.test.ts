import { expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

const value = {
  codes: ['XOF', 'XAF'],
  empty: [],
  none: {},
  list: [{ a: 1 }, [true, null]],
  left_out: undefined,
};

it('JSON text puts a list of plain values on one line and spreads everything else over several', () => {
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

it('JSON text parses to the same value', () => {
  expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
});
