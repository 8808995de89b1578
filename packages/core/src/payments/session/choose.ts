import { percentText } from '@guichet/kernel/percent';
import { type Phone, parsePhone } from '@guichet/kernel/phone';
import { findOperator, guessOperators } from '@guichet/operators/catalogue';
import type { CustomerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { inGroup } from '../../platform/groups/in-group.ts';
import { emailProblem } from '../../platform/input/rules.ts';
import type { Offer } from '../../routing/offers.ts';
import { saveEmail } from '../queries.ts';
import { type CheckoutSnapshot, getCheckoutSnapshot } from './get-snapshot.ts';
import { type Session, saveChoice } from './queries.ts';

/** The problems of a choice; null when it was saved. */
export interface ChoiceProblems {
  readonly operator?: 'missing' | 'gone';
  readonly phone?: 'missing' | 'invalid' | 'other_country';
  readonly email?: 'invalid';
  /**
   * With `other_country`: the number's country, and the offered operators in that country, the most likely first.
   */
  readonly belongs_to?: { readonly country: string; readonly operators: readonly string[] };
}

/** The customer's choice: an offered operator and a number of that operator's country. */
export interface Choice {
  readonly offer: Offer;
  /** E.164; empty if the customer entered none and the operator needs none. */
  readonly phone: string;
  /** Replaces the payment's e-mail address; null removes it. Omitted to keep it. */
  readonly email?: string | null;
}

interface ChoiceInput {
  /** Empty if the number alone was entered, and no operator follows from it. */
  readonly operator: string;
  /** As entered: international, with 00, or in the local form of the operator's country. */
  readonly phone: string;
  /** The country of a number in local form, if no operator is given. */
  readonly country?: string | undefined;
  /** True if an operator that needs no number was touched: a number that does not fit it is then left out. */
  readonly is_direct?: boolean;
  /** As entered; empty for none. Omitted if the customer was not asked for it. */
  readonly email?: string;
}

/**
 * Saves the customer's choice with the fee that was shown, so that the confirmation shows and charges the same
 * fee. No request is sent to the operator.
 *
 * @param input with the `snapshot` of the actor's session that the caller has just read; if omitted, it is read
 * here
 * @throws AppError `forbidden`, `session_not_found`
 * @throws Error when the snapshot belongs to another session: a bug in the caller
 */
export async function chooseOperator(
  ctx: Pick<Context, 'db' | 'pool' | 'connectors' | 'clock' | 'tokens'>,
  actor: CustomerActor,
  input: ChoiceInput & { readonly snapshot?: CheckoutSnapshot },
): Promise<ChoiceProblems | null> {
  requireScope(actor, 'checkout:pay');
  const { session, offers } = input.snapshot ?? (await getCheckoutSnapshot(ctx, actor));
  if (ctx.tokens.handleOf(actor.token) !== session.token) throw new Error('snapshot of another session');
  const read = readChoice(offers, input);
  if ('problems' in read) return read.problems;
  await inGroup(ctx.db, session.payment_id, (tx) => keepChoice(tx, session, read.choice));
  return null;
}

/**
 * Validates a choice by the rules that the hosted page and the API share, without saving it.
 *
 * @param offers the payment's offers
 */
export function readChoice(
  offers: readonly Offer[],
  input: ChoiceInput,
): { choice: Choice } | { problems: ChoiceProblems } {
  const offer = offers.find(({ operator }) => operator.code === input.operator);
  const country = offer ? countryOf(offer.operator.code) : input.country;
  const read = readNumber(input.phone, offers, country);
  const isLeftOut = input.is_direct === true && (country === undefined || read?.country !== country);
  const isWithout = offer !== undefined && !needsNumber(offer) && (isLeftOut || input.phone.trim() === '');
  const phone = isWithout ? undefined : read;
  const isForeign =
    phone !== undefined &&
    (offer
      ? country !== undefined && phone.country !== country
      : input.operator === '' && !isAtHome(phone, offers, input));

  const email = input.email?.trim() ?? '';

  const problems: ChoiceProblems = {
    ...(!offer && { operator: input.operator === '' ? 'missing' : 'gone' }),
    ...(!phone && !isWithout && { phone: input.phone.trim() === '' ? 'missing' : 'invalid' }),
    ...(isForeign && { phone: 'other_country', ...belongsTo(phone, offers) }),
    ...(email !== '' && emailProblem(email) && { email: 'invalid' }),
  };
  if (!offer || problems.phone || problems.email) return { problems };
  const said = input.email !== undefined && { email: email === '' ? null : email };
  return { choice: { offer, phone: phone?.e164 ?? '', ...said } };
}

/** Whether a customer has to enter a number to pay with an offer. */
export function needsNumber({ routes }: Pick<Offer, 'routes'>): boolean {
  return routes.every(({ needs_number }) => needs_number);
}

function readNumber(text: string, offers: readonly Offer[], country: string | undefined): Phone | undefined {
  return (
    parsePhone(text, country) ?? (country === undefined ? undefined : readElsewhere(text, offers, country))
  );
}

/** Whether a number entered without an operator belongs to the given country, or names another offered one itself. */
function isAtHome(phone: Phone, offers: readonly Offer[], { phone: text, country }: ChoiceInput): boolean {
  const homes = offers.map(({ operator }) => countryOf(operator.code));
  const isOffered = homes.some((home) => home === undefined || home === phone.country);
  return isOffered && parsePhone(text, country) !== undefined;
}

/**
 * Reads a number in the local form of another offered country: people choose a neighbouring country's operator and
 * enter their own number. If several countries are possible, prefers the first whose operators have the number's
 * prefix.
 */
function readElsewhere(text: string, offers: readonly Offer[], picked: string): Phone | undefined {
  const countries = new Set(offers.flatMap(({ operator }) => countryOf(operator.code) ?? []));
  countries.delete(picked);
  const phones = [...countries].flatMap((country) => {
    const phone = parsePhone(text, country);
    return phone?.country === country ? [phone] : [];
  });
  return (
    phones.find((phone) => guessOperators(phone).some(({ prefixes }) => prefixes.length > 0)) ?? phones[0]
  );
}

function belongsTo(phone: Phone, offers: readonly Offer[]): Pick<ChoiceProblems, 'belongs_to'> {
  const { country } = phone;
  if (country === null) return {};
  const there = offers.map(({ operator }) => operator.code).filter((code) => countryOf(code) === country);
  const likely = guessOperators(phone).flatMap(({ code }) => (there.includes(code) ? [code] : []));
  return { belongs_to: { country, operators: [...new Set([...likely, ...there])] } };
}

/** Saves a choice with the session, and its e-mail address with the payment, in the caller's transaction. */
export async function keepChoice(
  tx: Connection,
  session: Session,
  { offer, phone, email }: Choice,
): Promise<void> {
  // Updates the payment first, in the same order as when an attempt is opened.
  if (email !== undefined) await saveEmail(tx, session, email);
  await saveChoice(tx, session, {
    operator: offer.operator.code,
    phone,
    fee_percent: percentText(offer.fee_percent),
  });
}

/** Parses a number as a customer of the operator may enter it. */
export function readPhoneFor(operator: string, text: string): Phone | undefined {
  return parsePhone(text, countryOf(operator));
}

/**
 * Returns the ISO 3166-1 alpha-2 country of an operator's customers; undefined for the sandbox's stand-in, which
 * belongs to no country (ISO 3166-1 leaves ZZ to users for that).
 */
export function countryOf(operator: string): string | undefined {
  const country = findOperator(operator)?.country;
  return country === 'ZZ' ? undefined : country;
}
