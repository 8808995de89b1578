import fc from 'fast-check';

/** Names of properties that every JavaScript object has. */
export const inherited_names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'toJSON',
  'then',
  'length',
];

/** Texts that programs tend to get wrong, each for a different reason. */
export const odd_texts = [
  '',
  ' ',
  '\t',
  '\r\nx-more: 1\r\n\r\n',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f\u007f',
  '\u0085\u2028\u2029',
  '\ufeffXOF',
  '\ud800',
  '\udc00a',
  'a\udbff',
  '\ufffd\uffff\ufffe',
  '\u{10ffff}',
  '\u202eabc',
  '\u200b',
  'X\u200bOF',
  `a${'\u0301'.repeat(200)}`,
  '👩‍👩‍👧‍👦',
  '🇨🇮',
  'İı\u0130ßﬃ',
  '＋２２５０７００００００４２',
  '+٢٢٥٠٧٠٠٠٠٠٠٤٢',
  'مرحبا',
  "' or 1=1 --",
  '"; drop table payments; --',
  '$1',
  '\\',
  '\\u0000',
  '%00',
  '%s%n%x',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}$' + '{7*7}',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://a@b/',
  'https://[::1',
  'https://xn--a/',
  'http://shop.example:99999/',
  'https://shop.example/\u0000',
  'https://shop.example/\ud800',
  'https://مثال.إختبار/',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '0',
  '-1',
  '1e3',
  '0x10',
  '2026-02-30T25:61:61Z',
  'ZZ',
  'ci',
  'XXX',
  'xof',
  ...inherited_names,
];

/** Lengths around limits: 43 for old tokens, 254 for e-mail, 255 for keys, 500 for URLs, then blocks of memory. */
const lengths = [1, 42, 43, 44, 99, 100, 101, 253, 254, 255, 256, 499, 500, 501, 1000, 8191, 60_000, 100_000];
const units = [
  'a',
  'é',
  '👗',
  '\u0301',
  '\u200d',
  ' ',
  '"',
  '\\',
  '0',
  '[',
  '%',
  '\u0000',
  '\ud800',
  '.',
  '/',
];

/** Long text of one repeated character. */
const longText = fc
  .tuple(fc.constantFrom(...units), fc.constantFrom(...lengths))
  .map(([unit, length]) => unit.repeat(length));

/** Any text. */
export const anyText = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...odd_texts) },
  { weight: 2, arbitrary: longText },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
);

/** Texts around a length limit, counted in characters, UTF-16 units or bytes. */
export function textAround(limit: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('a', 'é', '👗', 'a\u0301', ' '), fc.constantFrom(-1, 0, 1))
    .map(([unit, more]) => [...unit.repeat(limit + 1)].slice(0, Math.max(0, limit + more)).join(''));
}
