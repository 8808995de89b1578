import { expect, test } from 'vitest';
import { meaningOf } from './codes.ts';

/** Every documented code, as the contract sheet lists them. */
const documented: Readonly<Record<string, string>> = {
  'DP00800001000 DP00800001005 DP00800001024 DP00900001000 DP00900001014': 'unclear',
  'ROUTER117 ESB000001 ESB000004 ESB000014': 'unclear',
  'DP00800001001 DP00900001001 ESB000010': 'success',
  'DP00800001006 DP00900001006': 'pending',
  'DP00800001025 DP00900001015 ESB000045': 'not_found',
  'DP00900001017 ESB000041': 'duplicate',
  DP00800001002: 'failed wrong_pin',
  'DP00800001003 DP00800001004 DP00900001003 DP00900001004': 'failed limit_exceeded',
  'DP00800001007 DP00900001007': 'failed insufficient_funds',
  DP00800001029: 'failed payer_timeout',
  DP00900001012: 'failed not_registered',
  'DP00800001008 DP00800001009 DP00800001010 DP00900001005 DP00900001009 DP00900001010': 'failed other',
  'DP00900001011 DP00900001013 ESB000011': 'failed other',
  'DP00800001026 DP00900001016 DP00900001018': 'failed operator_down at the gateway',
  'ROUTER001 ROUTER005 ROUTER006 ROUTER007 ROUTER112': 'failed operator_down at the gateway',
  'ROUTER114 ROUTER115 ROUTER116 ROUTER119': 'failed operator_down at the gateway',
  'ESB000034 ESB000035 ESB000039': 'failed operator_down at the gateway',
  'ROUTER003 ESB000008 ESB000033 ESB000036': 'failed other at the gateway',
  'DP00800001999 from-the-future constructor': 'unclear',
};
const cases = Object.entries(documented).flatMap(([codes, meaning]) =>
  codes.split(' ').map((code): [string, string] => [code, meaning]),
);

test.each(cases)('the code %s means: %s', (code, expected) => {
  const { meaning } = meaningOf([code]);
  const told =
    meaning.kind === 'failed'
      ? `failed ${meaning.reason}${meaning.at_the_door ? ' at the gateway' : ''}`
      : meaning.kind;
  expect(told).toBe(expected);
});

test('the newer code takes precedence, and an undocumented one is skipped', () => {
  expect(meaningOf(['DP00800001007', 'ESB000010'])).toMatchObject({ code: 'DP00800001007' });
  expect(meaningOf(['DP1', 'ESB000011'])).toMatchObject({ code: 'ESB000011' });
  expect(meaningOf([])).toMatchObject({ code: null, meaning: { kind: 'unclear' } });
});
