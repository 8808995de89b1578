import { parsePhone } from '@guichet/kernel/phone';
import type { Offer } from './page.ts';

/**
 * Picks the country in which the number is typed: the number's own, if it names one; else that of the chosen operator,
 * the one picked on the page, the merchant's, or the first, of those that have an offer.
 *
 * @param from.wanted as sent by the browser
 * @returns ISO 3166-1 alpha-2; null if no offer belongs to a country
 */
export function pickCountry(
  offers: readonly Offer[],
  from: {
    readonly phone: string;
    readonly operator: string | null;
    readonly wanted?: string | undefined;
    readonly home: string;
  },
): string | null {
  const chosen = offers.find(({ code }) => code === from.operator);
  const candidates = [parsePhone(from.phone)?.country, chosen?.country, from.wanted, from.home];
  const offered = candidates.find((one) => one != null && offers.some(({ country }) => country === one));
  return offered ?? offers[0]?.country ?? null;
}
