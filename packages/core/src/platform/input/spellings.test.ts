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
    'ANNE-MARIE',
    'Anne-Marie',
    'de+la%20Tour (née Ba)',
    'N’Guessan*',
    encodeURIComponent('N’Guessan*'),
  ])('%s', (spelling) => {
    expect(redactor.text(`(${spelling}, ${spelling}.`, true)).toBe(`(${erased}, ${erased}.`);
  });
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
