import { describe, expect, test } from 'vitest';
import { contactPattern, erased, makeRedactor } from './spellings.ts';

const person = {
  phones: ['+2250504030200'],
  emails: ['anne-marie.o/brien+a@mon-hôte.example'],
  names: ['Anne-Marie', 'de la Tour (née Ba)', 'N’Guessan*'],
};
const redactor = makeRedactor(person);

describe('the redactor removes', () => {
  test.each([
    '+225 05 04 03 02 00',
    '00225-0504030200',
    '%2B2250504030200',
    '0504030200',
    '05 04/03-02.00',
    'anne-marie.o/brien+a@mon-hôte.example',
    'Anne-Marie.O/Brien+A@Mon-Hôte.example',
    encodeURIComponent('anne-marie.o/brien+a@mon-hôte.example'),
    'anne-marie.o/brien+a\\u0040mon-hôte.example',
    'ANNE-MARIE',
    'Anne-Marie',
    'de+la%20Tour (née Ba)',
    'N’Guessan*',
    encodeURIComponent('N’Guessan*'),
  ])('%s', (spelling) => {
    expect(redactor.text(`(${spelling}, ${spelling}.`, true)).toBe(`(${erased}, ${erased}.`);
  });
});

describe('the redactor removes an address after', () => {
  const raw = 'anne-marie.o/brien+a@mon-hôte.example';
  test.each([
    ['an escape in a URL', `%3A${raw}`],
    ['an encoded space', `Pour%20${encodeURIComponent(raw)}`],
    ['the space of a form', `Pour+${encodeURIComponent(raw)}`],
    ['an escape in JSON', `Pour\\n${raw}`],
    ['a character escaped in JSON', `Pour\\u00a0${raw}`],
  ])('%s', (_, text) => {
    expect(redactor.text(`${text}. `, false)).toMatch(/^(Pour)?\S{1,6}\[erased\]\. $/);
    expect(text).toMatch(new RegExp(contactPattern(person) ?? '', 'iu'));
  });
});

test('the redactor removes numbers and names after escaped characters', () => {
  expect(redactor.text('q=Anne-Marie%200504030200%3AN%E2%80%99Guessan*%C2%A0Anne-Marie', true)).toBe(
    `q=${erased}%20${erased}%3A${erased}%C2%A0${erased}`,
  );
  expect(redactor.text('"a\\u00a02250504030200\\nAnne-Marie"', true)).toBe(`"a\\u00a0${erased}\\n${erased}"`);
});

test('the redactor removes a number from Benin in its earlier form, with eight digits', () => {
  const beninese = makeRedactor({ phones: ['+2290197000000'], emails: [], names: [] });
  for (const text of ['+229 97 00 00 00', '0022997000000', '97.00.00.00', '+2290197000000']) {
    expect(beninese.text(`(${text})`, false)).toBe(`(${erased})`);
  }
  expect(beninese.text('97000001, 197000000', false)).toBe('97000001, 197000000');
});

describe('the redactor keeps', () => {
  test.each([
    '92250504030200',
    '05040302001',
    'Anne-Maries',
    'anneXmarie.o/brien+a@mon-hôte.example',
    'N’Guessan',
  ])('%s', (text) => {
    expect(redactor.text(text, true)).toBe(text);
  });

  const address = 'anne-marie.o/brien+a@mon-hôte.example';
  test.each([
    `kone${address}`,
    `kone+${address}`,
    encodeURIComponent(`kone+${address}`),
    `${address}.br`,
    encodeURIComponent(`${address}-br`),
  ])('a longer address of somebody else: %s', (text) => {
    expect(redactor.text(text, false)).toBe(text);
  });

  test('names in texts that may be about other people', () => {
    expect(redactor.text('Anne-Marie, 0504030200', false)).toBe(`Anne-Marie, ${erased}`);
  });
});

test('a person without details matches nothing', () => {
  expect(contactPattern({ phones: [], emails: [] })).toBeNull();
  expect(makeRedactor({ phones: [], emails: [], names: ['', ' ', 'A'] }).text('A 0504030200', true)).toBe(
    'A 0504030200',
  );
});
