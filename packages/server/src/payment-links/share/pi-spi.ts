import type { LinkView } from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import { hasPiSpi, piSpiText } from '@guichet/kernel/pi-spi';

/**
 * Returns the text of a payment link's code for PI-SPI, with the amount unless the payer enters it, and the link's
 * code as the reference.
 *
 * @throws AppError `not_found` for a link that cannot be paid, in another currency, or of a merchant without an alias
 */
export function requirePiSpi({ code, choice, refusal, merchant }: LinkView): string {
  const { pi_spi_alias: alias, country } = merchant;
  const amount = choice.kind === 'fixed' ? choice.amount : choice.kind === 'part' ? choice.max : null;
  const { currency } = amount ?? (choice.kind === 'open' ? choice.min : { currency: null });
  if (alias === null || refusal !== null || currency !== 'XOF' || !hasPiSpi(country))
    throw new AppError('not_found');
  return piSpiText({ alias, country, amount_minor: amount?.amount_minor ?? null, reference: code });
}
