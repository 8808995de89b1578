import { createHash } from 'node:crypto';
import { findOperator } from '@guichet/operators/catalogue';
import { describe, expect, it } from 'vitest';
import { type CheckedFile, checkFile } from './check-file.ts';
import type { FindingCode } from './findings.ts';
import { batch_limits } from './limits.ts';
import type { Offers } from './offers.ts';
import { sayFinding } from './words.ts';

const codes = ['mtn_ci', 'orange_ci', 'wave_ci', 'orange_sn', 'mtn_gh'];
/** Fixed offers, independent of routing rules, which are tested elsewhere. */
const offersOf: Offers = (currency) =>
  new Map(
    codes.flatMap((code) => {
      const operator = findOperator(code);
      if (!operator?.currencies.includes(currency)) return [];
      const limits =
        code === 'orange_sn'
          ? { min_amount: 100, max_amount: 2_000 }
          : { min_amount: null, max_amount: null };
      return [[code, { operator, decimals: operator.decimals, ...limits }] as const];
    }),
  );

/** @param size of each piece */
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const check = (content: string | Uint8Array, size = 7): Promise<CheckedFile> =>
  checkFile(inPieces(typeof content === 'string' ? Buffer.from(content) : content, size), offersOf);

/** Formats findings like `3 amount amount_ambiguous`, with line 0 for the whole file. */
const findingsOf = ({ findings }: CheckedFile): string[] =>
  findings.map(({ line, field, code }) => `${line ?? 0} ${field ?? '-'} ${code}`);

const heading = 'amount,currency,phone,operator,first_name,last_name,description,reference';
const right = '5000,XOF,+2250504030201,mtn_ci,Awa,Koné,Salary,A-1';
const text = `${heading}\r\n${right}\r\n`;
const draft = {
  ...{ line: 2, amount_minor: 5000n, currency: 'XOF', operator: 'mtn_ci', recipient_phone: '+2250504030201' },
  ...{ recipient_first_name: 'Awa', recipient_last_name: 'Koné', description: 'Salary', reference: 'A-1' },
};

const utf16 = (order: 'le' | 'be'): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('a valid file', () => {
  it.each<[what: string, content: string | Uint8Array]>([
    ['in UTF-8', text],
    ['in UTF-8 with a byte order mark', `\ufeff${text}`],
    ['in UTF-16, little-endian', utf16('le')],
    ['in UTF-16, big-endian', utf16('be')],
    ['with semicolons', text.replaceAll(',', ';')],
    ['with tabs', text.replaceAll(',', '\t')],
    ['with LF', text.replaceAll('\r\n', '\n')],
    ['with CR', text.replaceAll('\r\n', '\r')],
    ['without a final line break', text.trimEnd()],
    ['with every cell quoted', text.replace(/[^,\r\n]+/g, '"$&"')],
    [
      'with trailing empty columns and rows, as spreadsheets leave them',
      `${text.replaceAll('\r\n', ',,\r\n')},,,,,,,,,\r\n\r\n`,
    ],
    [
      'with a heading in French, in a different order',
      'Téléphone;Montant;DEVISE;Opérateur;Nom;Prénom;Motif;Référence\n+2250504030201;5000;XOF;mtn_ci;Koné;Awa;Salary;A-1',
    ],
    ['with the operator by its name', text.replace('mtn_ci', 'mtn momo')],
    ['without the operator, which follows from the number', text.replace('mtn_ci', '')],
    ['with 00 instead of the plus', text.replace('+225', '00225')],
    ['with the number as a spreadsheet leaves it', text.replace('+225', '225')],
    ['with a number marked as text', text.replace('+225', "'+225")],
    [
      'with surrounding blanks',
      text.replace('5000,XOF,+2250504030201', ' 5000 , xof , +225 05 04 03 02 01 '),
    ],
    ['with a blank between thousands', text.replace('5000', '5\u202f000')],
    ['with decimals that are zero', text.replace('5000', '5000.00')],
  ])('is read correctly %s', async (_, content) => {
    for (const size of [1, 2, 3, 64, 10_000]) {
      const checked = await check(content, size);
      expect(checked.findings).toEqual([]);
      expect(checked.drafts).toEqual([draft]);
      expect(checked.lines).toBe(1);
      expect(checked.hash).toEqual(createHash('sha256').update(content).digest());
    }
  });

  it('may contain separators, quotes and line breaks in quoted texts, and its rows are counted as in spreadsheets', async () => {
    const content = `amount,currency,phone,description,last_name\n\n"5000",XOF,+2250504030201,"a,b;c ""d""\ne",O"Neill\n7,XOF,+2250504030202,x,\n`;
    const { drafts, findings } = await check(content);
    expect(findings).toEqual([]);
    expect(drafts).toMatchObject([
      { line: 3, description: 'a,b;c "d"\ne', recipient_last_name: 'O"Neill' },
      { line: 4, amount_minor: 7n, recipient_last_name: null },
    ]);
  });

  it('may have 10,000 lines, but not one more', async () => {
    const line = (at: number) => `${at + 1},XOF,+22505${String(at).padStart(8, '0')},mtn_ci`;
    const lines = Array.from({ length: 10_001 }, (_, at) => line(at));
    const head = 'amount,currency,phone,operator';
    const most = await check([head, ...lines.slice(0, 10_000)].join('\n'), 65_536);
    expect([most.drafts.length, most.findings]).toEqual([10_000, []]);
    const more = await check([head, ...lines].join('\n'), 65_536);
    expect(findingsOf(more)).toEqual(['0 - too_many_lines']);
  });
});

describe('an invalid line', () => {
  const cases: readonly (readonly [change: string, to: string, findings: string])[] = [
    ['5000', '', 'amount empty'],
    ['5000', '0', 'amount too_small'],
    ['5000', '0.4', 'amount too_many_decimals'],
    ['5000', '-5000', 'amount too_small'],
    ['5000', '10000001', 'amount too_large'],
    ['5000', '1.000', 'amount amount_ambiguous'],
    ['5000', '"1,000"', 'amount amount_ambiguous'],
    ['5000', '5 00 0', 'amount amount_unreadable'],
    ['5000', '5000 F', 'amount amount_unreadable'],
    ['5000', '1e3', 'amount amount_unreadable'],
    ['5000', '=1+1', 'amount amount_unreadable'],
    ['5000', '9'.repeat(400), 'amount too_large'],
    ['XOF', '', 'currency empty'],
    ['XOF', 'CFA', 'currency not_a_currency'],
    ['XOF', 'GHS', 'operator payouts_not_supported'],
    ['XOF', 'EUR', 'operator payouts_not_supported'],
    ['+2250504030201', '', 'phone empty'],
    ['+2250504030201', '0504030201', 'phone not_a_phone'],
    ['+2250504030201', '2.25E+12', 'phone not_a_phone'],
    ['+2250504030201', '+221771234567', 'phone phone_of_other_country'],
    ['mtn_ci', 'mtm_ci', 'operator not_an_operator'],
    ['mtn_ci', 'moov_ci', 'operator payouts_not_supported'],
    ['Awa', 'x'.repeat(101), 'first_name too_long'],
    ['Koné', 'x'.repeat(101), 'last_name too_long'],
    ['Salary', 'x'.repeat(256), 'description too_long'],
    ['A-1', 'x'.repeat(101), 'reference too_long'],
    ['A-1', 'A-1,x', '- too_many_cells'],
  ];
  it.each(cases)('is reported when %s is replaced by %s', async (change, to, finding) => {
    const checked = await check(text.replace(change, to));
    expect(findingsOf(checked)).toEqual([`2 ${finding}`]);
    expect(checked.drafts).toEqual([]);
    expect(checked.findings[0]?.is_error).toBe(true);
  });

  it('gets all its errors, and the other lines are still read', async () => {
    const checked = await check(`${heading}\nx,CFA,12,no,,,,\n1.000,XOF,12,no,,,,\n${right}`);
    expect(findingsOf(checked)).toEqual([
      '2 currency not_a_currency',
      '2 phone not_a_phone',
      '3 amount amount_ambiguous',
      '3 phone not_a_phone',
    ]);
    expect(checked.drafts).toEqual([{ ...draft, line: 4 }]);
  });

  it('is found among 10,000', async () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, at) => `${at + 1},XOF,+22505${String(at).padStart(8, '0')}`,
    );
    lines[7_776] = 'a lot,XOF,+2250504030201';
    const checked = await check(['amount,currency,phone', ...lines].join('\r\n'), 65_536);
    expect(findingsOf(checked)).toEqual(['7778 amount amount_unreadable']);
    expect(checked.drafts).toHaveLength(9_999);
  });

  it('is quoted only in part in its error', async () => {
    const { findings } = await check(text.replace('5000', `x\u0007${'y'.repeat(500)}`));
    expect(String(findings[0]?.details.found).length).toBeLessThan(70);
  });
});

describe('a suspicious line', () => {
  it.each<[what: string, lines: readonly string[], findings: readonly string[]]>([
    ['the same payout twice', [right, right.replace('A-1', 'A-2')], ['3 - same_payout']],
    [
      'the same reference twice, which is an error',
      [right, right.replace('5000', '6000')],
      ['3 reference reference_twice'],
    ],
    [
      'a number that looks like another operator’s',
      [right.replace('mtn_ci', 'orange_ci')],
      ['2 operator number_of_other_operator'],
    ],
    ['any number may be Wave’s', [right.replace('mtn_ci', 'wave_ci')], []],
    [
      'less than the operator accepts',
      ['99,XOF,+221771234567,orange_sn,,,,'],
      ['2 amount below_operator_limit'],
    ],
    [
      'more than the operator accepts',
      ['2001,XOF,+221771234567,orange_sn,,,,'],
      ['2 amount above_operator_limit'],
    ],
  ])('gets its expected findings: %s', async (_, lines, findings) => {
    const checked = await check([heading, ...lines].join('\n'));
    expect(findingsOf(checked)).toEqual(findings);
    const is_error = findings.some((one) => one.includes('reference_twice'));
    expect(checked.findings.some((one) => one.is_error)).toBe(is_error);
    expect(checked.drafts).toHaveLength(lines.length);
  });

  it('gets a warning if a column is unknown', async () => {
    const checked = await check(text.replaceAll('\r\n', ',Team\r\n'));
    expect(findingsOf(checked)).toEqual(['1 - column_not_used']);
    expect(checked.drafts).toHaveLength(1);
  });
});

describe('an unreadable file', () => {
  const cases: readonly (readonly [
    what: string,
    content: string | Uint8Array,
    findings: readonly string[],
  ])[] = [
    ['nothing', '', ['0 - no_lines']],
    ['only its heading', `${heading}\r\n`, ['0 - no_lines']],
    ['no heading', `${right}\n${right}`, []],
    ['a column twice', text.replace('first_name', 'Montant'), ['1 amount column_twice']],
    ['a column missing', text.replace('phone', 'fax'), ['1 - column_not_used', '1 phone column_missing']],
    ['an old code page of spreadsheets', Buffer.from(text, 'latin1'), ['0 - not_text']],
    ['half a character at the end', Buffer.concat([Buffer.from(text), Buffer.of(0xc3)]), ['0 - not_text']],
    ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le'), ['0 - not_text']],
    ['a spreadsheet in its own format', Buffer.from('504b0304140000000800', 'hex'), ['0 - not_text']],
    ['a quote that is never closed', text.replace('Salary', '"Salary'), ['2 - quote_not_closed']],
    [
      'a quote that swallows the file',
      text.replace('Salary', `"${'x'.repeat(20_000)}`),
      ['2 - quote_not_closed'],
    ],
    ['characters after a closing quote', text.replace('Salary', '"Salary"y'), ['2 - after_quote']],
    ['an endless line', `${heading}\n${'1'.repeat(20_000)}`, ['2 - line_too_long']],
    ['an endless heading', 'x'.repeat(20_000), ['1 - line_too_long']],
  ];
  it.each(cases)('is rejected: %s', async (what, content, findings) => {
    const checked = await check(content, 1_000);
    if (what === 'no heading') expect(findingsOf(checked)).toContain('1 phone column_missing');
    // Lines before the error cause no findings.
    else expect(findingsOf(checked)).toEqual(findings);
    expect(checked.findings.some(({ is_error }) => is_error)).toBe(true);
  });

  it('is abandoned at the length limit, without reading the rest', async () => {
    let read = 0;
    async function* endless() {
      yield Buffer.from(`amount,currency,phone\n`);
      for (;;) {
        read += 1;
        yield Buffer.from('1,XOF,+2250504030201\n'.repeat(100));
      }
    }
    expect(findingsOf(await checkFile(endless(), offersOf)).at(-1)).toBe('0 - too_many_lines');
    expect(read).toBe(batch_limits.lines_max / 100 + 1);
  });
});

it('every finding has a message in both languages', () => {
  const details = {
    ...{ max: 7, min: '1 XOF', found: '<b>', expected: 3, first: 2, title: 't', field: 'phone' },
    ...{ name_en: 'phone', name_fr: 'téléphone', currency: 'XOF', total: '1', available: '2', missing: '3' },
    ...{ whole: '1000', fraction: '1.5', choices: 'a, b', operator: 'o', country: 'CI', likely: 'l' },
  };
  const all: readonly FindingCode[] = [
    ...([
      'not_text',
      'no_lines',
      'too_many_lines',
      'line_too_long',
      'quote_not_closed',
      'after_quote',
    ] as const),
    ...(['column_missing', 'column_twice', 'currency_without_balance', 'balance_too_small'] as const),
    ...([
      'too_many_cells',
      'empty',
      'too_long',
      'amount_unreadable',
      'amount_ambiguous',
      'too_many_decimals',
    ] as const),
    ...(['too_small', 'too_large', 'not_a_currency', 'not_a_phone', 'not_an_operator'] as const),
    ...([
      'payouts_not_supported',
      'operator_not_known',
      'phone_of_other_country',
      'reference_twice',
    ] as const),
    ...(['column_not_used', 'same_payout', 'number_of_other_operator'] as const),
    ...(['below_operator_limit', 'above_operator_limit'] as const),
  ];
  for (const code of all) {
    const [english, french] = [sayFinding('en', { code, details }), sayFinding('fr', { code, details })];
    expect(english, code).not.toBe(french);
    for (const words of [english, french]) {
      expect(words, code).not.toMatch(/undefined|\[object/);
      expect(words, code).toMatch(/\.$/);
    }
    expect(french, code).not.toMatch(/'|[^\s\u00a0\u202f][;?»:]/);
  }
});
