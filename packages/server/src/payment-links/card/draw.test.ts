import { expect, it } from 'vitest';
import { breakLines } from './draw.ts';

it.each([
  ['Pagne wax', ['Pagne wax']],
  ['Pagne wax, 6 yards, bleu', ['Pagne wax,', '6 yards, …']],
  ['one two three four five', ['one two', 'three fou…']],
  ['unbreakablewordthatislong', ['unbreakab…']],
  ['  spaces  around ', ['spaces', 'around']],
  ['😀😀😀😀😀😀😀😀😀😀😀', ['😀😀😀😀😀😀😀😀😀…']],
  ['', ['']],
])('%j breaks into %j', (text, lines) => {
  expect(breakLines(text, 10, 2)).toEqual(lines);
});
