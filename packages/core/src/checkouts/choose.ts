import { asCurrency } from '@guichet/kernel/currencies';
import { percentText } from '@guichet/kernel/percent';
import { parsePhone } from '@guichet/kernel/phone';
import type { Context } from '../context.ts';
import type { Payment } from '../payments/queries.ts';
import { listOffers } from '../routing/offers.ts';
import { type Session, saveChoice } from './queries.ts';

/** What is wrong with a choice; null when it was saved. */
export interface ChoiceProblems {
  readonly operator?: 'missing' | 'gone';
  readonly phone?: 'missing' | 'invalid' | 'other_country';
}

/**
 * Keeps what the customer picked, with the fee that was shown, so that the confirmation shows and charges the same.
 * Nothing is sent to anyone.
 *
 * @param input.phone as typed: international, with 00, or the local form of the operator's country
 */
export async function chooseOperator(
  ctx: Pick<Context, 'db' | 'connectors'>,
  session: Session,
  payment: Payment,
  input: { operator: string; phone: string },
): Promise<ChoiceProblems | null> {
  const money = { amount_minor: payment.amount_minor, currency: asCurrency(payment.currency) };
  const offers = await listOffers(ctx, { merchant_id: session.merchant_id, mode: session.mode, money });
  const offer = offers.find(({ operator }) => operator.code === input.operator);
  const country =
    offer?.operator === undefined || isStandIn(offer.operator.country) ? undefined : offer.operator.country;
  const phone = parsePhone(input.phone, country);

  const problems: ChoiceProblems = {
    ...(!offer && { operator: input.operator === '' ? 'missing' : 'gone' }),
    ...(!phone && { phone: input.phone.trim() === '' ? 'missing' : 'invalid' }),
    ...(phone && country !== undefined && phone.country !== country && { phone: 'other_country' }),
  };
  if (!offer || !phone || problems.phone) return problems;
  await saveChoice(ctx.db, session, {
    operator: offer.operator.code,
    phone: phone.e164,
    fee_percent: percentText(offer.fee_percent),
  });
  return null;
}

/** The sandbox's stand-in operator belongs to no country (ISO 3166-1 reserves ZZ for that). */
function isStandIn(country: string): boolean {
  return country === 'ZZ';
}
