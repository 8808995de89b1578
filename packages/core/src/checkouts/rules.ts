import { isCurrency } from '@guichet/kernel/currencies';
import { limits } from '@guichet/kernel/limits';
import { moneyFromMajor } from '@guichet/kernel/money';
import { parsePhone } from '@guichet/kernel/phone';
import { type Problem, problem } from '@guichet/kernel/problem';
import { urlProblem } from '@guichet/kernel/url';
import { type Rules, textProblem } from '@guichet/kernel/validation';
import type { Mode } from '../database/columns.ts';
import { metadataProblem } from './metadata.ts';
import type { InitializeInput } from './schemas.ts';

/** What the schema of `POST /v1/checkout/initialize` cannot say. */
export function initializeRules(mode: Mode): Rules<InitializeInput> {
  return {
    ...checkoutRules(mode),
    customer_phone: phoneProblem,
    customer_email: emailProblem,
  };
}

/** What holds for everything that asks a customer for money. */
export function checkoutRules(mode: Mode) {
  const url = (text: string) => urlProblem(text, { https_only: mode === 'live' });
  return {
    amount: (amount: number, { currency }: { currency?: string }) => amountProblem(amount, currency),
    currency: currencyProblem,
    return_url: url,
    cancel_url: url,
    metadata: metadataProblem,
  };
}

export function currencyProblem(code: string): Problem | undefined {
  return isCurrency(code)
    ? undefined
    : problem('not_a_currency', 'must be an ISO 4217 code in capitals, for example XOF');
}

export function phoneProblem(text: string): Problem | undefined {
  return /^(\+|00)/.test(text.trim()) && parsePhone(text)
    ? undefined
    : problem(
        'not_a_phone',
        'must be a phone number that exists, in international format, for example +2250700000000',
      );
}

export function emailProblem(text: string): Problem | undefined {
  const isShort = text.length <= limits.email_length_max;
  return isShort && textProblem(text) === undefined && /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text)
    ? undefined
    : problem('not_an_email', 'must be an e-mail address');
}

/** @param amount major unit */
export function amountProblem(amount: number, currency: string | undefined): Problem | undefined {
  if (currency === undefined || !isCurrency(currency)) return undefined;
  const read = moneyFromMajor(amount, currency);
  if ('money' in read) return undefined;
  if (read.problem.kind === 'not_finite') return problem('not_a_number', 'must be a number');
  const { allowed } = read.problem;
  return allowed === 0
    ? problem('not_whole', `must be a whole number: ${currency} has no decimals`, { currency })
    : problem('too_many_decimals', `must have at most ${allowed} decimals: ${currency} has no smaller unit`, {
        max: allowed,
      });
}
