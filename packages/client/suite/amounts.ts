import { equal, isA, thrown } from './assert.ts';
import { type Check, each, makeChecks } from './check.ts';
import { toMajor, toMinor } from './subject.ts';

/** Amount in the major unit, currency, amount in the smallest unit. */
const pairs: Readonly<Record<string, readonly [number, string, number]>> = {
  '25 000 F CFA': [25_000, 'XOF', 25_000],
  'GH₵ 12.50': [12.5, 'GHS', 1250],
  'KSh 8.29, which has no exact binary form': [8.29, 'KES', 829],
  '1.005 Tunisian dinars': [1.005, 'TND', 1005],
  'a hundredth': [0.01, 'GHS', 1],
  'ten million': [10_000_000, 'GHS', 1_000_000_000],
  nothing: [0, 'XAF', 0],
};

const wrong: Readonly<Record<string, () => number>> = {
  'half a franc': () => toMinor(0.5, 'XOF'),
  'a tenth of a pesewa': () => toMinor(1.001, 'GHS'),
  'not a number': () => toMinor(Number.NaN, 'GHS'),
  'an infinite amount': () => toMinor(Number.POSITIVE_INFINITY, 'GHS'),
  'an amount too large to be exact': () => toMinor(1e15, 'GHS'),
  'half a pesewa': () => toMajor(0.5, 'GHS'),
  'a currency in lower case': () => toMinor(1, 'xof'),
  'a missing currency': () => toMajor(1, ''),
};

/** The checks of amounts belong to the group `bodies`, because amounts are sent in bodies. */
export const amounts: readonly Check[] = makeChecks('bodies', {
  ...each(
    pairs,
    (name) => `toMinor and toMajor of ${name}`,
    (_, [major, currency, minor]) => {
      equal(toMinor(major, currency), minor);
      equal(toMajor(minor, currency), major);
    },
  ),
  ...each(
    wrong,
    (name) => `${name} is a RangeError`,
    (_, run) => isA(thrown(run), RangeError),
  ),
});
