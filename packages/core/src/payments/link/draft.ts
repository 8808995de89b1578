import { asCurrency, type Currency } from '@guichet/kernel/currencies';
import { type FieldProblems, invalidFields } from '@guichet/kernel/errors';
import { limits } from '@guichet/kernel/limits';
import { amountProblem, moneyFromMajor } from '@guichet/kernel/money';
import { parsePhone } from '@guichet/kernel/phone';
import { asProblem, type Problem, problem } from '@guichet/kernel/problem';
import { urlProblem } from '@guichet/kernel/url';
import { makeCheck, textProblem } from '@guichet/kernel/validation';
import type { Mode } from '../../platform/database/columns.ts';
import type { LinkField } from '../../platform/database/tables/payment-links.ts';
import { currencyProblem, emailProblem, phoneProblem } from '../../platform/input/rules.ts';
import { momentProblem } from '../../platform/lists/moment.ts';
import { metadataProblem } from '../session/metadata.ts';
import type { LinkTerms, PaymentLink } from './queries.ts';
import { link_limits, PaymentLinkInput } from './schemas.ts';

const check = makeCheck(PaymentLinkInput);

/** The circumstances of a request to create or change a link. */
interface Circumstances {
  readonly mode: Mode;
  readonly now: Date;
  /** The link that is changed. */
  readonly earlier?: PaymentLink;
}

/**
 * Validates the terms of a payment link.
 *
 * @throws AppError `invalid_fields` naming every invalid field
 */
export function draftLink(body: unknown, { mode, now, earlier }: Circumstances): LinkTerms {
  const amount = (value: number, { currency }: { currency?: string }) => amountProblem(value, currency);
  const input = check(body, {
    title: blankProblem,
    currency: currencyProblem,
    amount,
    min_amount: amount,
    max_amount: amount,
    deposit: amount,
    suggested_amounts: (values, { currency }) =>
      values.map((value) => amountProblem(value, currency)).find((one) => one !== undefined),
    expires_at: (text) => momentProblem(text) ?? pastProblem(text, { now, earlier }),
    return_url: (text) => urlProblem(text, { https_only: mode === 'live' }),
    metadata: linkMetadataProblem,
    customer: { phone: phoneProblem, email: emailProblem },
  });
  const problems = { ...amountProblems(input), ...fieldProblems(input) };
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return termsOf(input);
}

function termsOf(input: PaymentLinkInput): LinkTerms {
  const currency = asCurrency(input.currency);
  const minor = (amount: number | undefined) => (amount === undefined ? null : minorOf(amount, currency));
  const { phone, email } = input.customer ?? {};
  return {
    title: input.title,
    description: input.description ?? null,
    currency,
    amount_minor: minor(input.amount),
    min_minor: minor(input.min_amount),
    max_minor: minor(input.max_amount),
    suggested_minor: JSON.stringify(
      (input.suggested_amounts ?? []).map((amount) => String(minorOf(amount, currency))),
    ),
    payments_max: input.max_payments ?? null,
    in_parts: input.in_parts ?? false,
    deposit_minor: minor(input.deposit),
    donation: input.donation ?? false,
    expires_at: input.expires_at === undefined ? null : new Date(input.expires_at),
    fields: JSON.stringify((input.fields ?? []).map(fieldOf)),
    template: input.template ?? null,
    thank_you: input.thank_you ?? null,
    return_url: input.return_url ?? null,
    metadata: input.metadata === undefined ? null : JSON.stringify(input.metadata),
    customer_phone: phone === undefined ? null : (parsePhone(phone)?.e164 ?? null),
    customer_email: email ?? null,
  };
}

function minorOf(amount: number, currency: Currency): bigint {
  const read = moneyFromMajor(amount, currency);
  if (!('money' in read)) throw new Error('the amount was checked before');
  return read.money.amount_minor;
}

type FieldInput = NonNullable<PaymentLinkInput['fields']>[number];

function fieldOf({ key, label, type, required = true, options = [] }: FieldInput): LinkField {
  return { key: key ?? label, label, type, required, options };
}

/** A time that has passed would make a link that no one can pay; an unchanged one may have passed since. */
function pastProblem(text: string, { now, earlier }: Pick<Circumstances, 'now' | 'earlier'>) {
  const at = new Date(text);
  const isSame = earlier?.expires_at?.getTime() === at.getTime();
  return isSame || at > now ? undefined : problem('in_the_past', 'must be in the future');
}

function linkMetadataProblem(metadata: Record<string, unknown>): Problem | string | undefined {
  if (Buffer.byteLength(JSON.stringify(metadata)) > link_limits.metadata_bytes_max)
    return 'must be at most 4 KB of JSON';
  return metadataProblem(metadata);
}

const only_open = problem('only_open_amount', 'is only for a link without an amount');
const only_parts = problem('only_in_parts', 'is only for a bill that is paid in parts');

/** Finds the contradictions among the amounts. */
function amountProblems(input: PaymentLinkInput): FieldProblems {
  const { amount, min_amount, max_amount, suggested_amounts = [], deposit, in_parts = false } = input;
  const found: FieldProblems = {};
  const isFixed = amount !== undefined;
  if (isFixed && !in_parts && min_amount !== undefined) found.min_amount = [only_open];
  if (isFixed && max_amount !== undefined) found.max_amount = [only_open];
  if (isFixed && suggested_amounts.length > 0) found.suggested_amounts = [only_open];
  if (!in_parts && deposit !== undefined) found.deposit = [only_parts];
  if (in_parts && !isFixed) found.amount = [problem('bill_needs_amount', 'is needed for a bill in parts')];
  if (in_parts && input.max_payments !== undefined)
    found.max_payments = [problem('bill_has_no_stock', 'is not for a bill that is paid in parts')];
  const largest = amount ?? max_amount;
  const over = problem('above_maximum', `must be at most ${largest}`, { max: largest ?? 0 });
  if (largest !== undefined && min_amount !== undefined && min_amount > largest) found.min_amount = [over];
  if (largest !== undefined && deposit !== undefined && deposit > largest) found.deposit = [over];
  const isOutside = suggested_amounts.some(
    (one) => one < (min_amount ?? one) || (max_amount !== undefined && one > max_amount),
  );
  if (isOutside)
    found.suggested_amounts = [problem('outside_bounds', 'must be between min_amount and max_amount')];
  return found;
}

function blankProblem(text: string): Problem | undefined {
  return text.trim() === '' ? problem('empty', 'must not be empty') : undefined;
}

/** Finds the texts of a field that are blank or cannot be stored. The schema does not look inside a list. */
function fieldTextProblems({ label, key, options = [] }: FieldInput, place: string): FieldProblems {
  const texts = Object.entries({ label: [label], key: key === undefined ? [] : [key], options });
  return Object.fromEntries(
    texts.flatMap(([name, given]) =>
      given
        .map((text) => blankProblem(text) ?? textProblem(text))
        .filter((found) => found !== undefined)
        .map((found) => [`${place}.${name}`, [found]]),
    ),
  );
}

/** Finds the contradictions among the fields. */
function fieldProblems(input: PaymentLinkInput): FieldProblems {
  const found: FieldProblems = {};
  // Blanks around a text do not make it a different one for people.
  const trim = (text: string): string => text.trim();
  const taken = new Set(Object.keys(input.metadata ?? {}).map(trim));
  const answers_max = limits.metadata_keys_max - Object.keys(input.metadata ?? {}).length;
  // The answers join the metadata of each payment.
  if ((input.fields ?? []).length > answers_max)
    found.metadata = [
      asProblem(`may have at most ${limits.metadata_keys_max} keys together with the answers to the fields`),
    ];
  for (const [index, given] of (input.fields ?? []).entries()) {
    const { key, type, options } = fieldOf(given);
    const place = `fields.${index}`;
    const name = `${place}.${given.key === undefined ? 'label' : 'key'}`;
    if (taken.has(trim(key)))
      found[name] = [problem('key_taken', 'must differ from the other fields and metadata')];
    taken.add(trim(key));
    if (type === 'choice' && options.length === 0)
      found[`${place}.options`] = [problem('options_needed', 'are needed for a choice')];
    if (type !== 'choice' && options.length > 0)
      found[`${place}.options`] = [problem('only_choice', 'are only for a choice')];
    if (new Set(options.map(trim)).size < options.length)
      found[`${place}.options`] = [problem('options_repeated', 'must differ from each other')];
    Object.assign(found, fieldTextProblems(given, place));
  }
  return found;
}
