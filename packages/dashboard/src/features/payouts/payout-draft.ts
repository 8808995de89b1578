import { asCurrency } from '@guichet/kernel/currencies';
import { type Money, majorNumber } from '@guichet/kernel/money';
import { readTypedAmount } from '@guichet/kernel/typed-amount';
import type { PayoutInput, PayoutOptions } from './verbs.ts';

/** A currency that can be paid out. */
export type PayoutOption = PayoutOptions['currencies'][number];

/** The fields of the form, as typed. */
export interface PayoutDraft {
  /** The operator's code; empty until one is chosen. */
  readonly operator: string;
  readonly phone: string;
  readonly amount: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly description: string;
}

export const empty_draft: PayoutDraft = {
  operator: '',
  phone: '',
  amount: '',
  first_name: '',
  last_name: '',
  description: '',
};

/** Reads the amount as people type it, with spaces or a comma; null if invalid. */
export function amountOf({ amount }: PayoutDraft, currency: string): Money | null {
  const read = readTypedAmount(amount, asCurrency(currency));
  return 'money' in read ? read.money : null;
}

/** The chosen operator, if it supports the currency. */
export function operatorOf(option: PayoutOption, draft: PayoutDraft) {
  return option.operators.find(({ code }) => code === draft.operator);
}

/** The body of the request to the server. */
export function bodyOf(amount: Money, option: PayoutOption, draft: PayoutDraft): PayoutInput {
  const { phone, first_name, last_name, description } = draft;
  const given = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });
  return {
    amount: majorNumber(amount),
    currency: amount.currency,
    operator: operatorOf(option, draft)?.code ?? '',
    // However it is grouped, the same number must make the same request.
    recipient: {
      phone: phone.replaceAll(/\s/gu, ''),
      ...given('first_name', first_name),
      ...given('last_name', last_name),
    },
    ...given('description', description),
  };
}
