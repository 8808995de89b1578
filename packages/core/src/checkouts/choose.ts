import { asCurrency } from '@guichet/kernel/currencies';
import { percentText } from '@guichet/kernel/percent';
import { type Phone, parsePhone } from '@guichet/kernel/phone';
import { findOperator } from '@guichet/operators/catalogue';
import type { Context } from '../context.ts';
import type { Connection } from '../database/connect.ts';
import type { Payment } from '../payments/queries.ts';
import { listOffers, type Offer } from '../routing/offers.ts';
import { type Session, saveChoice } from './queries.ts';

/** What is wrong with a choice; null when it was saved. */
export interface ChoiceProblems {
  readonly operator?: 'missing' | 'gone';
  readonly phone?: 'missing' | 'invalid' | 'other_country';
}

/** What the customer picked: one way to pay that is on offer, and a number of that operator's country. */
export interface Choice {
  readonly offer: Offer;
  /** E.164. */
  readonly phone: string;
}

interface ChoiceInput {
  readonly operator: string;
  /** As typed: international, with 00, or the local form of the operator's country. */
  readonly phone: string;
}

/**
 * Keeps what the customer picked, with the fee that was shown, so that the confirmation shows and charges the same.
 * Nothing is sent to anyone.
 */
export async function chooseOperator(
  ctx: Pick<Context, 'db' | 'connectors' | 'clock'>,
  session: Session,
  payment: Payment,
  input: ChoiceInput,
): Promise<ChoiceProblems | null> {
  const read = await readChoice(ctx, payment, input);
  if ('problems' in read) return read.problems;
  await keepChoice(ctx.db, session, read.choice);
  return null;
}

/** Reads a choice by the rules of page and API, and keeps nothing. */
export async function readChoice(
  ctx: Pick<Context, 'db' | 'connectors' | 'clock'>,
  payment: Pick<Payment, 'merchant_id' | 'mode' | 'amount_minor' | 'currency'>,
  input: ChoiceInput,
): Promise<{ choice: Choice } | { problems: ChoiceProblems }> {
  const { merchant_id, mode, amount_minor } = payment;
  const money = { amount_minor, currency: asCurrency(payment.currency) };
  const offers = await listOffers(ctx, { merchant_id, mode, money });
  const offer = offers.find(({ operator }) => operator.code === input.operator);
  const country = offer && countryOf(offer.operator.code);
  const phone = parsePhone(input.phone, country);

  const problems: ChoiceProblems = {
    ...(!offer && { operator: input.operator === '' ? 'missing' : 'gone' }),
    ...(!phone && { phone: input.phone.trim() === '' ? 'missing' : 'invalid' }),
    ...(phone && country !== undefined && phone.country !== country && { phone: 'other_country' }),
  };
  if (!offer || !phone || problems.phone) return { problems };
  return { choice: { offer, phone: phone.e164 } };
}

/** Saves a choice with the session. */
export function keepChoice(db: Connection, session: Session, { offer, phone }: Choice): Promise<void> {
  return saveChoice(db, session, {
    operator: offer.operator.code,
    phone,
    fee_percent: percentText(offer.fee_percent),
  });
}

/** Reads a number as the customer of an operator may type it. */
export function readPhoneFor(operator: string, text: string): Phone | undefined {
  return parsePhone(text, countryOf(operator));
}

/**
 * ISO 3166-1 alpha-2 of an operator's customers; undefined for the sandbox's stand-in, which belongs to no country
 * (ISO 3166-1 leaves ZZ to users for that).
 */
export function countryOf(operator: string): string | undefined {
  const country = findOperator(operator)?.country;
  return country === 'ZZ' ? undefined : country;
}
