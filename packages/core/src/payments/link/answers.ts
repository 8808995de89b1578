import { parsePhone } from '@guichet/kernel/phone';
import { textProblem } from '@guichet/kernel/validation';
import type { LinkField } from '../../platform/database/tables/payment-links.ts';
import { emailProblem } from '../../platform/input/rules.ts';
import { link_limits } from './schemas.ts';

/** A problem with the answer to a field. */
export type AnswerProblem = 'missing' | 'too_long' | 'invalid';

/** Control characters, which would take six bytes each in JSON. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const controls = /[\u0000-\u001F\u007F]+/g;

/**
 * Reads the answers to a link's fields.
 *
 * @param given the answers as typed, in the order of the fields
 * @param country ISO 3166-1 alpha-2 country of a phone number in local form
 * @returns the answers by the fields' keys, and the problems by the fields' positions
 */
export function readAnswers(
  fields: readonly LinkField[],
  given: readonly (string | undefined)[],
  country: string,
): { readonly answers: Record<string, string>; readonly problems: ReadonlyMap<number, AnswerProblem> } {
  const answers: [string, string][] = [];
  const problems = new Map<number, AnswerProblem>();
  for (const [index, field] of fields.entries()) {
    const text = clean(given[index] ?? '');
    const read = text === '' ? missing(field) : readAnswer(field, text, country);
    if (typeof read === 'string') answers.push([field.key, read]);
    else if (read.problem !== null) problems.set(index, read.problem);
  }
  // A key may be called "__proto__": `fromEntries` defines it, an assignment would change the prototype.
  return { answers: Object.fromEntries(answers), problems };
}

/** Returns a text without what a form may add or change: blanks around it, and line breaks. */
function clean(text: string): string {
  return text.replaceAll(controls, ' ').trim();
}

function missing({ required }: LinkField): { readonly problem: AnswerProblem | null } {
  return { problem: required ? 'missing' : null };
}

function readAnswer(
  { type, options }: LinkField,
  text: string,
  country: string,
): string | { readonly problem: AnswerProblem } {
  if (text.length > link_limits.answer_length_max) return { problem: 'too_long' };
  if (textProblem(text) !== undefined) return { problem: 'invalid' };
  switch (type) {
    case 'text':
      return text;
    case 'number':
      return /^-?[0-9]+(?:[.,][0-9]+)?$/.test(text) ? text : { problem: 'invalid' };
    case 'phone':
      return parsePhone(text, country)?.e164 ?? { problem: 'invalid' };
    case 'email':
      return emailProblem(text) === undefined ? text : { problem: 'invalid' };
    case 'choice':
      return options.find((option) => clean(option) === text) ?? { problem: 'invalid' };
  }
}
