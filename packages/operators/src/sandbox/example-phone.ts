import { parsePhone } from '@guichet/kernel/phone';
import { operators } from '../catalogue.ts';
import type { Operator } from '../operator.ts';

/** An arbitrary number: the digits between prefix and last digits. */
const filler = '481516234842';

/**
 * Makes a number that an operator would accept, for the sandbox: no call is ever made.
 *
 * @param digits the last two, which decide what the sandbox does
 * @throws Error when no numbering plan of its country has one
 */
export function examplePhone({ country }: Pick<Operator, 'country'>, digits: string): string {
  // The sandbox's stand-in operator belongs to no country (ISO 3166-1 reserves ZZ for that), and accepts any
  // number.
  const home = country === 'ZZ' ? 'CI' : country;
  for (const { calling_code, prefixes, national_lengths } of operators.filter(
    (one) => one.country === home,
  )) {
    for (const length of national_lengths) {
      for (const prefix of [...prefixes, '']) {
        const between = filler.slice(0, Math.max(0, length - prefix.length - digits.length));
        const phone = `+${calling_code}${prefix}${between}${digits}`;
        if (parsePhone(phone)?.country === home) return phone;
      }
    }
  }
  throw new Error(`no example of a phone number of ${home}`);
}
