import { parsePhone } from '@guichet/kernel/phone';
import { expect, test } from 'vitest';
import { operators, sandboxStandIn } from '../catalogue.ts';
import { examplePhone } from './example-phone.ts';
import { scenarios } from './scenarios.ts';

const all_digits = [...scenarios.map(({ digits }) => digits), '99'];

test.each([...operators, sandboxStandIn].map((operator) => [operator.code, operator] as const))(
  '%s has an example number for every scenario',
  (_, operator) => {
    for (const digits of all_digits) {
      const phone = examplePhone(operator, digits);
      expect(phone.endsWith(digits)).toBe(true);
      expect(parsePhone(phone)?.country).toBe(operator.country === 'ZZ' ? 'CI' : operator.country);
    }
  },
);

test('a country without a numbering plan has no example number', () => {
  expect(() => examplePhone({ country: 'XX' }, '00')).toThrow('no example');
});
