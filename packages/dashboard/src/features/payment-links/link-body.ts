import { problem } from '@guichet/kernel/problem';
import { ApiProblem } from '../../api/problem.ts';
import { endOfDay } from '../../parts/day.ts';
import { readAmount, readOptionalAmount, wrongAmount } from '../../parts/read-amount.ts';
import { type FieldDraft, type LinkDraft, lastDayOf } from './link-draft.ts';
import type { LinkChanges, LinkInput, PaymentLink } from './verbs.ts';

/**
 * Writes the request that creates the link of a form; what was left empty is left out.
 *
 * @param earlier the link that the form changes
 * @throws ApiProblem naming an invalid field
 */
export function inputOf(draft: LinkDraft, earlier: PaymentLink | null = null): LinkInput {
  const { currency, in_parts, donation } = draft;
  return {
    title: draft.title.trim(),
    currency,
    ...amountsOf(draft),
    ...usesOf(draft),
    in_parts: draft.kind === 'fixed' && in_parts,
    donation,
    ...given('expires_at', untilOf(draft, earlier)),
    ...given('description', draft.description),
    fields: draft.fields.map(fieldOf),
    ...given('thank_you', draft.thank_you),
    ...given('return_url', draft.return_url),
    customer: { ...given('phone', draft.phone), ...given('email', draft.email) },
  };
}

/**
 * Writes the request that gives a link the terms of a form. What was emptied is removed; what the form does not
 * show stays.
 *
 * @throws ApiProblem naming an invalid field
 */
export function changesOf(draft: LinkDraft, link: PaymentLink): LinkChanges {
  const { currency: _, ...input } = inputOf(draft, link);
  const removed = { amount: null, min_amount: null, max_amount: null, deposit: null, max_payments: null };
  return {
    ...removed,
    ...{ expires_at: null, description: null, thank_you: null, return_url: null },
    suggested_amounts: [],
    ...input,
  };
}

function given<Name extends string>(name: Name, text: string): { readonly [One in Name]?: string } {
  return text.trim() === '' ? {} : ({ [name]: text.trim() } as { readonly [One in Name]: string });
}

function amountsOf({ kind, currency, in_parts, ...draft }: LinkDraft) {
  const optional = (name: 'min_amount' | 'max_amount' | 'deposit') => {
    const amount = readOptionalAmount(name, draft[name], currency);
    return amount === null ? {} : { [name]: amount };
  };
  if (kind === 'open') {
    const suggested_amounts = suggestionsOf(draft.suggested_amounts, currency);
    return { ...optional('min_amount'), ...optional('max_amount'), suggested_amounts };
  }
  const amount = readAmount(draft.amount, currency);
  if (amount === null) throw wrongAmount('amount');
  return { amount, ...(in_parts && { ...optional('min_amount'), ...optional('deposit') }) };
}

function suggestionsOf(text: string, currency: string): number[] {
  const texts = text.split(';').filter((one) => one.trim() !== '');
  return texts.map((one) => {
    const amount = readAmount(one, currency);
    if (amount === null) throw wrongAmount('suggested_amounts');
    return amount;
  });
}

function usesOf({ kind, in_parts, uses, stock }: LinkDraft): { readonly max_payments?: number } {
  if (uses === 'many' || (kind === 'fixed' && in_parts)) return {};
  if (uses === 'one') return { max_payments: 1 };
  const number = stock.replaceAll(/\s/gu, '');
  if (/^[1-9][0-9]{0,6}$/.test(number)) return { max_payments: Number(number) };
  const wrong = problem('not_a_number', 'must be a whole number');
  throw new ApiProblem(422, { code: 'invalid_fields', problems: { max_payments: [wrong] } }, null);
}

/** The end of the chosen day. A moment that a program chose within it stays as it is. */
function untilOf({ until }: LinkDraft, earlier: PaymentLink | null): string {
  const known = earlier?.expires_at ?? null;
  if (known !== null && lastDayOf(known) === until) return known;
  return endOfDay(until) ?? '';
}

function fieldOf({ key, label, type, required, options }: FieldDraft) {
  const answers = options.split('\n').filter((line) => line.trim() !== '');
  return {
    ...(key !== null && { key }),
    ...{ label, type, required },
    ...(type === 'choice' && { options: answers }),
  };
}
