import { expect, test } from 'vitest';
import { readBalanceMoney } from './read-balance.ts';

test.each<[string | number, string, bigint | undefined]>([
  ['21798.03', 'ZMW', 2_179_803n],
  ['10798.03', 'UGX', 10_798n],
  [10_798.99, 'UGX', 10_798n],
  ['12.999', 'GHS', 1_299n],
  ['12.5', 'GHS', 1_250n],
  ['0', 'XOF', 0n],
  ['-3.50', 'GHS', -350n],
  ['1e3', 'XOF', undefined],
  ['1,000', 'XOF', undefined],
  ['', 'XOF', undefined],
  ['12', 'XXX', undefined],
])('a balance of %s %s is read, cut off at the unit of its currency', (amount, currency, amount_minor) => {
  const money = readBalanceMoney(amount, currency);
  expect(money).toEqual(amount_minor === undefined ? undefined : { amount_minor, currency });
});
