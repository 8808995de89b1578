import { isCurrency } from '@guichet/kernel/currencies';
import { moneyFromText } from '@guichet/kernel/money';
import type { Problem } from '@guichet/kernel/problem';
import { ApiProblem } from '../api/problem.ts';
import type { Language } from '../language/define-texts.ts';
import { problem_words } from '../language/problem-words.ts';
import { useLanguage } from '../language/use-language.tsx';
import { formatMoney } from './format-money.ts';
import { formatTime } from './format-time.ts';

/** The error at a field; undefined while there is none. */
export type FieldWords<Field extends string = string> = (field: Field) => string | undefined;

/**
 * Translates the server's errors into the language of the page. Errors without a translation stay in the server's
 * language.
 */
export function useProblemWords(): (problem: Problem) => string {
  const { language } = useLanguage();
  return ({ code, values, sentence }) => {
    if (code === 'other') return sentence;
    // The server may be newer than the page.
    const say = (problem_words[language] as Partial<Record<string, (values: unknown) => string>>)[code];
    return say ? say(readable(values, language)) : sentence;
  };
}

/** Finds the errors that the response reports for a field of a form, or for values inside it. */
export function useFieldWords(error: unknown): FieldWords {
  const say = useProblemWords();
  return (field) => {
    const found = problemsOf(error).filter(([name]) => name === field || name.startsWith(`${field}.`));
    return found.length === 0 ? undefined : found.flatMap(([, problems]) => problems.map(say)).join(' ');
  };
}

/** The problems that a response reports, by field. */
export function problemsOf(error: unknown): readonly (readonly [string, readonly Problem[]])[] {
  return error instanceof ApiProblem ? Object.entries(error.fields) : [];
}

/** Formats amounts with their currency, countries by name, and times in the browser's time zone. */
function readable(values: Problem['values'], language: Language): Problem['values'] {
  const { amount, currency, country, until } = values;
  const read =
    typeof amount === 'string' && typeof currency === 'string' && isCurrency(currency)
      ? moneyFromText(amount, currency)
      : null;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  return {
    ...values,
    ...(read && 'money' in read && { amount: formatMoney(read.money, language) }),
    ...(typeof until === 'string' && { until: formatTime(until, language, 'short') }),
    ...(typeof country === 'string' &&
      /^[A-Z]{2}$/.test(country) && { country: names.of(country) ?? country }),
  };
}
