import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { printResult } from './print-result.ts';

function printed(result: unknown, json: boolean): string {
  const parts: unknown[] = [];
  const stdout = new PassThrough().on('data', (part) => parts.push(part));
  printResult({ stdout }, result, json);
  return parts.join('');
}

test.each([
  ['an escape sequence', 'a\u001b]52;c;aGk=\u0007b', String.raw`a\u001b]52;c;aGk=\u0007b`],
  ['a control character of one byte', 'a\u009b31mb', String.raw`a\u009b31mb`],
  ['a line of its own', 'x\n  status: success', String.raw`x\u000a  status: success`],
  ['a turned direction', 'pay\u202e001', String.raw`pay\u202e001`],
  ['other languages and signs', 'Ọ̀ṣun 👩‍👩‍👧 café\u00a0!', 'Ọ̀ṣun 👩‍👩‍👧 café\u00a0!'],
])('a printed text with %s stays on its line', (_, text, shown) => {
  expect(printed({ [text]: text, list: [text] }, false)).toBe(`${shown}: ${shown}\nlist:\n  - ${shown}\n`);
});

test('printed JSON contains the same texts, but no control characters', () => {
  const result = { text: 'a\u001b\u007f\u0085\u009bb' };
  const text = printed(result, true);
  expect(text.trimEnd()).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(text)).toEqual(result);
});

test('a command’s own output text may have several lines', () => {
  expect(printed('one\n  two\u001b', false)).toBe('one\n  two\\u001b\n');
});
