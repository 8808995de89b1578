import type { CheckoutSnapshot } from '@guichet/core/payments';
import { parsePhone } from '@guichet/kernel/phone';
import type { Offer } from './page.ts';
import type { PageContext } from './show-page.ts';

/**
 * Guesses the operator for a number that was entered without one: the operator with which it last paid, the one with
 * its prefix, or the only one of its country.
 *
 * @param typed.country the country of a number in local form
 * @returns undefined if nothing follows from the number
 */
export async function guessOperator(
  { rankOffers }: Pick<PageContext, 'rankOffers'>,
  { session }: Pick<CheckoutSnapshot, 'session'>,
  offers: readonly Offer[],
  typed: { readonly phone: string; readonly country: string | null },
): Promise<Offer | undefined> {
  const number = parsePhone(typed.phone, typed.country ?? undefined);
  if (!number) return undefined;
  const there = offers.filter(({ country }) => country === null || country === number.country);
  const { merchant_id, mode } = session;
  const { suggested } = await rankOffers({ merchant_id, mode, phone: number.e164 }, there);
  return there.find(({ code }) => code === suggested);
}
