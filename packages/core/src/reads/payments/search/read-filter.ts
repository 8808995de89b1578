import { readCountry } from '@guichet/kernel/countries';
import { asCurrency, isCurrency } from '@guichet/kernel/currencies';
import { invalidFields } from '@guichet/kernel/errors';
import { moneyFromText } from '@guichet/kernel/money';
import { type Problem, problem } from '@guichet/kernel/problem';
import type { Rules } from '@guichet/kernel/validation';
import { isOperatorCode } from '@guichet/operators/catalogue';
import type { PaymentStatus } from '../../../platform/database/tables/payments.ts';
import { momentProblem } from '../../../platform/lists/moment.ts';
import { type Attention, type PaymentFilter, payment_statuses } from './schemas.ts';
import { amount_minor_max } from './text/read-amounts.ts';
import { readText, type Wanted } from './text/read-text.ts';

/** A parsed filter. Conditions that are undefined do not apply. */
export interface Filter {
  readonly statuses?: readonly PaymentStatus[];
  readonly needs_review?: Attention;
  readonly operator?: string;
  readonly country?: string;
  readonly currency?: string;
  readonly amount_min_minor?: bigint;
  readonly amount_max_minor?: bigint;
  readonly since?: Date;
  readonly until?: Date;
  readonly payment_link_id?: string;
  readonly shift_id?: string;
  readonly wanted?: Wanted;
}

/** Rules that the schema cannot express. */
export const filter_rules: Rules<PaymentFilter> = {
  status: (text) =>
    readStatuses(text)
      ? undefined
      : problem('one_of', `must be one or several of: ${payment_statuses.join(', ')}`, {
          choices: payment_statuses.join(', '),
        }),
  operator: (code) =>
    isOperatorCode(code)
      ? undefined
      : problem('not_an_operator', 'must be an operator code, for example mtn_ci'),
  country: (code) =>
    readCountry(code)
      ? undefined
      : problem('not_a_country', 'must be an ISO 3166-1 alpha-2 code, for example CI'),
  currency: (code) =>
    isCurrency(code) ? undefined : problem('not_a_currency', 'must be an ISO 4217 code, for example XOF'),
  amount_min: amountRule,
  amount_max: amountRule,
  since: momentProblem,
  until: momentProblem,
};

/** @param filter validated by the rules @throws AppError `invalid_fields` for an amount without currency */
export function readFilter(filter: PaymentFilter): Filter {
  const { status, operator, country, currency, since, until, payment_link, shift, text } = filter;
  const statuses = status === undefined ? undefined : readStatuses(status);
  const read = country === undefined ? undefined : readCountry(country);
  const amount_min_minor = readAmount('amount_min', filter);
  const amount_max_minor = readAmount('amount_max', filter);
  return {
    ...(statuses && { statuses }),
    ...(filter.needs_review && { needs_review: filter.needs_review }),
    ...(operator !== undefined && { operator }),
    ...(read !== undefined && { country: read }),
    ...(currency !== undefined && { currency }),
    ...(amount_min_minor !== undefined && { amount_min_minor }),
    ...(amount_max_minor !== undefined && { amount_max_minor }),
    ...(since !== undefined && { since: new Date(since) }),
    ...(until !== undefined && { until: new Date(until) }),
    ...(payment_link !== undefined && { payment_link_id: payment_link }),
    ...(shift !== undefined && { shift_id: shift }),
    ...(text !== undefined && text.trim() !== '' && { wanted: readText(text) }),
  };
}

function readStatuses(text: string): readonly PaymentStatus[] | undefined {
  const given = [...new Set(text.split(','))];
  const known = payment_statuses.filter((status) => given.includes(status));
  return known.length === given.length ? known : undefined;
}

function amountRule(text: string, { currency }: Partial<PaymentFilter>): Problem | undefined {
  if (currency === undefined) return problem('currency_missing', 'needs a currency as well');
  if (!isCurrency(currency)) return undefined;
  return 'money' in moneyFromText(text, currency)
    ? undefined
    : problem('not_an_amount', `must be an amount of ${currency}`);
}

function readAmount(field: 'amount_min' | 'amount_max', filter: PaymentFilter): bigint | undefined {
  const { currency } = filter;
  const text = filter[field];
  if (text === undefined || currency === undefined) return undefined;
  const read = moneyFromText(text, asCurrency(currency));
  if (!('money' in read))
    throw invalidFields({ [field]: [problem('not_an_amount', `must be an amount of ${currency}`)] });
  const { amount_minor } = read.money;
  if (amount_minor > amount_minor_max)
    throw invalidFields({ [field]: [problem('more_than_any_payment', 'is more than any payment can be')] });
  return amount_minor;
}
