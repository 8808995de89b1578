import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  it.each<[what: string, value: string | number | null, written: string]>([
    ['a text', 'Awa', 'Awa'],
    ['nothing', null, ''],
    ['a number', -12.5, '-12.5'],
    ['a phone number', '+2250504030201', '+2250504030201'],
    ['a comma', 'Koffi, Awa', '"Koffi, Awa"'],
    ['a semicolon', 'a;b', '"a;b"'],
    ['quotes', 'the "big" one', '"the ""big"" one"'],
    ['a line break', 'one\ntwo', '"one\ntwo"'],
    ['a formula', '=1+1', "'=1+1"],
    [
      'a formula in quotes',
      '=HYPERLINK("http://a.example";"x")',
      '"\'=HYPERLINK(""http://a.example"";""x"")"',
    ],
    ['a plus', '+cmd|calc', "'+cmd|calc"],
    ['a minus', '-2+3', "'-2+3"],
    ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
    ['a formula after a blank', ' =1+1', "' =1+1"],
    ['a formula in wide signs', '\uff1d1+1', "'\uff1d1+1"],
    ['a tab', '\t=1', "'\t'=1"],
    ['a carriage return', '\r=1', '"\'\r\'=1"'],
    ['an apostrophe of its own', "'=1", "'=1"],
    ['a formula behind a semicolon', "a;=cmd|'/c'!A1", "\"a;'=cmd|'/c'!A1\""],
    ['a formula behind a tab and a blank', 'a\t +1', "a\t '+1"],
    ['a formula on a second line', 'one\r\n@SUM(A1)', '"one\r\n\'@SUM(A1)"'],
    ['a formula in quotes behind a semicolon', 'a;"=1+1', '"a;""\'=1+1"'],
    ['a minus behind a comma', 'a, -b', '"a, -b"'],
  ])('is written correctly with %s', (_, value, written) => {
    expect(csvLine(['a', value, 'b'])).toBe(`a,${written},b\r\n`);
  });
});
