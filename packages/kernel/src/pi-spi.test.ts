import { describe, expect, it } from 'vitest';
import { crc16, hasPiSpi, isPiSpiAlias, piSpiText } from './pi-spi.ts';

const alias = '1f0a8c2e-6d5b-4e3a-9c7d-2b1e0f9a8d7c';
const request = { alias, country: 'CI', amount_minor: 25_500n, reference: 'BFZRPNQY' } as const;

/** Reads fields back, as an app does (EMVCo section 3.2). @throws Error for a text with another form or checksum */
function decode(text: string): Record<string, string> {
  const body = text.slice(0, -4);
  if (!body.endsWith('6304') || crc16(body) !== text.slice(-4)) throw new Error('wrong checksum');
  return readFields(body.slice(0, -4));
}

function readFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4));
    fields[text.slice(at, at + 2)] = text.slice(at + 4, at + 4 + length);
    at += 4 + length;
    if (at > text.length) throw new Error('a field is cut off');
  }
  return fields;
}

describe('crc16', () => {
  it.each([
    // The check value of CRC-16/IBM-3740 in the catalogue of parametrised CRC algorithms.
    ['123456789', '29B1'],
    ['', 'FFFF'],
    ['A', 'B915'],
    // The example of EMVCo's specification, annex; its checksum is over the bytes of UTF-8.
    [
      '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT' +
        '6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A' +
        '01122334499887707081234567' +
        '86304',
      'A13A',
    ],
  ])('of %.20j is %s', (text, sum) => {
    expect(crc16(text)).toBe(sum);
  });
});

describe('a code of PI-SPI', () => {
  it('has the fields of BCEAO, in order, and a checksum', () => {
    const text = piSpiText(request);
    const fields = decode(text);
    expect(fields).toEqual({
      '00': '01',
      '36': `0012int.bceao.pi0136${alias}`,
      '52': '0000',
      '53': '952',
      '54': '25500',
      '58': 'CI',
      '59': 'X',
      '60': 'X',
      '62': '0508BFZRPNQY1103000',
    });
    expect(text.slice(0, -4)).toBe(
      `00020136560012int.bceao.pi0136${alias}520400005303952540525500` +
        '5802CI5901X6001X62190508BFZRPNQY11030006304',
    );
    expect(readFields(fields['36'] ?? '')).toEqual({ '00': 'int.bceao.pi', '01': alias });
  });

  it('has no amount if the payer enters it', () => {
    expect(decode(piSpiText({ ...request, amount_minor: null }))['54']).toBeUndefined();
  });

  it('with any changed character is refused', () => {
    const text = piSpiText(request);
    for (let at = 0; at < text.length; at++) {
      const changed = `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}`;
      expect(() => decode(changed), String(at)).toThrow();
    }
  });

  it.each([
    { alias: 'not-a-uuid' },
    { alias: alias.toUpperCase() },
    { country: 'GH' },
    { reference: 'x'.repeat(26) },
  ])('is not written for %j', (changes) => {
    expect(() => piSpiText({ ...request, ...changes })).toThrow();
  });
});

it.each([
  [alias, true],
  ['1f0a8c2e-6d5b-1e3a-9c7d-2b1e0f9a8d7c', false],
  ['', false],
  [`${alias}\n`, false],
  [` ${alias}`, false],
])('isPiSpiAlias(%j) is %j', (text, is) => {
  expect(isPiSpiAlias(text)).toBe(is);
});

it.each([
  ['CI', true],
  ['TG', true],
  ['GH', false],
  ['ci', false],
])('hasPiSpi(%j) is %j', (country, has) => {
  expect(hasPiSpi(country)).toBe(has);
});
