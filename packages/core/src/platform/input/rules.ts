import { isCurrency } from '@guichet/kernel/currencies';
import { limits } from '@guichet/kernel/limits';
import { parsePhone } from '@guichet/kernel/phone';
import { type Problem, problem } from '@guichet/kernel/problem';
import { textProblem } from '@guichet/kernel/validation';

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
        'must be a valid phone number in international format, for example +2250700000000',
      );
}

export function emailProblem(text: string): Problem | undefined {
  const isShort = text.length <= limits.email_length_max;
  return isShort && textProblem(text) === undefined && /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text)
    ? undefined
    : problem('not_an_email', 'must be an e-mail address');
}
