import { describe, expect, test } from 'vitest';
import { redact, redacted_length_max } from './redact.ts';

const phone = '+2250548151600';

describe('redact', () => {
  test.each([
    [
      'an access token',
      '{"access_token":"abc","expires_in":3600}',
      '{"access_token":"[redacted]","expires_in":3600}',
    ],
    ['a phone number given as a JSON number', '{"msisdn":2250548151600}', '{"msisdn":"[redacted]"}'],
    ['a list of numbers', '{"phones":["0548151600",{"n":1}]}', '{"phones":["[redacted]",{"n":1}]}'],
    [
      'the secrets of an object in such a field',
      '{"payerPhone":{"country":"CI","pin":1}}',
      '{"payerPhone":{"country":"CI","pin":"[redacted]"}}',
    ],
    ['nothing from an empty field', '{"otp":null}', '{"otp":null}'],
    [
      'a list of pairs',
      '[{"Name":"PhoneNumber","Value":254708374149},{"Name":"Amount","Value":1}]',
      '[{"Name":"PhoneNumber","Value":"[redacted]"},{"Name":"Amount","Value":1}]',
    ],
    [
      'XML',
      '<r><otp>123456</otp><status>200</status></r>',
      '<r><otp>[redacted]</otp><status>200</status></r>',
    ],
    ['a form', 'grant_type=a&client_secret=b&x=1', 'grant_type=a&client_secret=[redacted]&x=1'],
    ['nothing from a JSON string', '"password"', '"password"'],
    ['nothing from a truncated text without secrets', '{"status":"PENDING","am', '{"status":"PENDING","am'],
    [
      'the fields of truncated JSON',
      '{"a":1,"pin": "12\\"34","phones":["05","06"],"otp":null,"email":12,"x":"y","api_key":"c0',
      '{"a":1,"pin": "[redacted]","phones":"[redacted]","otp":null,"email":"[redacted]","x":"y","api_key":"[redacted]"',
    ],
    ['a field in a field', 'to=https://a.example/?pin=1234&b=2', 'to=https://a.example/?pin=[redacted]&b=2'],
    ['a quoted value', 'message failed pin="12 34" next', 'message failed pin=[redacted] next'],
    ['a field of truncated XML', '<r><otp>1234', '<r><otp>[redacted]'],
  ])('removes %s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  test.each([
    '2250548151600',
    '+2250548151600',
    '0548151600',
    '548151600',
    '+225 05 48 15 16 00',
    '05.48.15.16.00',
    '05-48-15-16-00',
  ])('removes the customer’s number in the form %s', (written) => {
    const text = redact(`{"note":"paid by ${written} today","amount":"1500"}`, [phone]);
    expect(text).toBe('{"note":"paid by [redacted] today","amount":"1500"}');
  });

  test('removes names as whole words in any case, and codes anywhere', () => {
    const text = '{"note":"AWA TOURÉ paid, A awaits","x":"c908172d"}';
    const clean = '{"note":"[redacted] [redacted] paid, [redacted] awaits","x":"c[redacted]d"}';
    expect(redact(text, ['Awa', 'Touré', 'A', '908172', ''])).toBe(clean);
  });

  test('finds a secret with a quote in JSON', () => {
    expect(redact('{"note":"of a\\"b-1 c"}', ['a"b-1'])).toBe('{"note":"of [redacted] c"}');
  });

  test('cuts excessive nesting without an error', () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    expect(redact(deep, [phone]).includes('[redacted]')).toBe(true);
    const named = `${'{"pin":['.repeat(6_000)}${']}'.repeat(6_000)}`;
    expect(redact(named, [phone]).includes('[redacted]')).toBe(true);
  });

  test.each([
    ['0548151600 2250548151600 99', '[redacted] [redacted] 99'],
    ['2026-11-22 00 225 05 48 15 16 00', '2026-11-22 [redacted]'],
    [`${'7'.repeat(20)}548151600`, `${'7'.repeat(14)}[redacted]`],
    ['1'.repeat(40_000), '1'.repeat(40_000)],
  ])('leaves the text around a number unchanged: case %#', (text, left) => {
    expect(redact(text, [phone])).toBe(left);
  });

  test('truncates a text longer than 64 KB without leaving half a secret', () => {
    const filler = 'x'.repeat(redacted_length_max - 6);
    expect(redact(`${filler}2250548151600`, [phone])).toHaveLength(filler.length + 6 - 2 * phone.length);
    expect(redact(`${'x '.repeat(32_764)}pin=12345678`).slice(-15)).toBe(' pin=[redacted]');
  });
});
