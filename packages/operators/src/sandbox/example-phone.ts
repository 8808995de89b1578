import { parsePhone } from '@guichet/kernel/phone';
import { operators } from '../catalogue.ts';
import type { Operator } from '../operator.ts';

/** Arbitrary digits between the prefix and the last two digits of a number. */
const filler = '481516234842';

/**
 * Makes a valid phone number for the sandbox, which never calls it.
 *
 * @param digits the last two digits, which select the sandbox's scenario
 * @throws Error if no numbering plan of its country allows one
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
