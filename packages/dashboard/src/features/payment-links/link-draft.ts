import { asCurrency } from '@guichet/kernel/currencies';
import { majorText, moneyFromMajor } from '@guichet/kernel/money';
import type { PaymentLink } from './verbs.ts';

export type FieldType = PaymentLink['fields'][number]['type'];

/** A field that customers fill in, as typed. */
export interface FieldDraft {
  /** Tells the rows of the form apart. */
  readonly row: number;
  /** The key that the field has already; a new field gets its label. */
  readonly key: string | null;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** The answers of a choice, one on each line. */
  readonly options: string;
}

/** The fields of the form, as typed. */
export interface LinkDraft {
  readonly title: string;
  readonly currency: string;
  readonly kind: 'fixed' | 'open';
  readonly amount: string;
  readonly min_amount: string;
  readonly max_amount: string;
  readonly suggested_amounts: string;
  readonly uses: 'many' | 'one' | 'stock';
  readonly stock: string;
  readonly in_parts: boolean;
  readonly deposit: string;
  readonly donation: boolean;
  /** A day, such as 2026-11-21. */
  readonly until: string;
  readonly description: string;
  readonly fields: readonly FieldDraft[];
  readonly thank_you: string;
  readonly return_url: string;
  readonly phone: string;
  readonly email: string;
}

/** Returns the form of a new link. */
export function emptyDraft(currency: string): LinkDraft {
  return {
    ...{ title: '', currency, kind: 'fixed', amount: '', min_amount: '', max_amount: '' },
    ...{ suggested_amounts: '', uses: 'many', stock: '', in_parts: false, deposit: '', donation: false },
    ...{ until: '', description: '', fields: [], thank_you: '', return_url: '', phone: '', email: '' },
  };
}

/** Returns the form of a link that exists. */
export function draftOf(link: PaymentLink): LinkDraft {
  const amount = (major: number | null): string => (major === null ? '' : typed(major, link.currency));
  const { max_payments } = link;
  return {
    title: link.title,
    currency: link.currency,
    kind: link.amount === null ? 'open' : 'fixed',
    amount: amount(link.amount),
    min_amount: amount(link.min_amount),
    max_amount: amount(link.max_amount),
    suggested_amounts: link.suggested_amounts.map(amount).join('; '),
    uses: max_payments === null ? 'many' : max_payments === 1 ? 'one' : 'stock',
    stock: max_payments === null || max_payments === 1 ? '' : String(max_payments),
    in_parts: link.in_parts,
    deposit: amount(link.deposit),
    donation: link.donation,
    until: link.expires_at === null ? '' : lastDayOf(link.expires_at),
    description: link.description ?? '',
    fields: link.fields.map(({ options, ...field }, row) => ({ ...field, row, options: options.join('\n') })),
    thank_you: link.thank_you ?? '',
    return_url: link.return_url ?? '',
    phone: link.customer.phone ?? '',
    email: link.customer.email ?? '',
  };
}

/** Writes an amount as people type it, with all its decimals. */
function typed(major: number, currency: string): string {
  const read = moneyFromMajor(major, asCurrency(currency));
  return 'money' in read ? majorText(read.money) : String(major);
}

/** The last day before a moment, in the reader's own time zone: a link that ends at midnight is open the day before. */
export function lastDayOf(moment: string): string {
  const at = new Date(new Date(moment).getTime() - 1);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
