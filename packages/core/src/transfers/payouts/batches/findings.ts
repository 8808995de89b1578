/** The errors that a file of payouts can have, each with the values for its message. */
export interface ErrorValues {
  // These concern the file as a whole.
  not_text: None;
  no_lines: None;
  too_many_lines: { readonly max: number };
  line_too_long: { readonly max: number };
  quote_not_closed: None;
  after_quote: { readonly found: string };
  column_missing: { readonly field: string; readonly name_en: string; readonly name_fr: string };
  column_twice: { readonly title: string };
  currency_without_balance: { readonly currency: string };
  balance_too_small: {
    readonly currency: string;
    readonly total: string;
    readonly available: string;
    readonly missing: string;
  };
  // A line.
  too_many_cells: { readonly found: number; readonly expected: number };
  empty: None;
  too_long: { readonly max: number };
  amount_unreadable: { readonly found: string };
  amount_ambiguous: { readonly found: string; readonly whole: string; readonly fraction: string };
  too_many_decimals: { readonly found: string; readonly max: number };
  too_small: { readonly found: string; readonly min: string };
  too_large: { readonly found: string; readonly max: string };
  not_a_currency: { readonly found: string };
  not_a_phone: { readonly found: string };
  not_an_operator: { readonly found: string };
  payouts_not_supported: { readonly found: string; readonly currency: string };
  operator_not_known: { readonly choices: string };
  phone_of_other_country: { readonly operator: string; readonly country: string };
  reference_twice: { readonly found: string; readonly first: number };
}

/**
 * The warnings that a file of payouts can have, each with the values for its message. Warnings do not prevent
 * confirmation.
 */
export interface WarningValues {
  column_not_used: { readonly title: string };
  same_payout: { readonly first: number };
  number_of_other_operator: { readonly operator: string; readonly likely: string };
  below_operator_limit: { readonly operator: string; readonly min: string };
  above_operator_limit: { readonly operator: string; readonly max: string };
}

type None = Readonly<Record<never, never>>;

export type ErrorCode = keyof ErrorValues;
export type WarningCode = keyof WarningValues;
export type FindingCode = ErrorCode | WarningCode;
export type FindingValues = ErrorValues & WarningValues;

/** Columns that a file can have. */
export const batch_fields = [
  'amount',
  'currency',
  'phone',
  'operator',
  'first_name',
  'last_name',
  'description',
  'reference',
] as const;
export type BatchField = (typeof batch_fields)[number];

/** A finding about a file. */
export interface Finding {
  readonly is_error: boolean;
  /** The row number, as in a spreadsheet; null for a finding about the whole file. */
  readonly line: number | null;
  readonly field: BatchField | null;
  readonly code: FindingCode;
  readonly details: Readonly<Record<string, string | number>>;
}

interface Place {
  readonly line?: number;
  readonly field?: BatchField;
}

/** Makes an error, which prevents a file from being paid out. */
export function wrong<Code extends ErrorCode>(
  code: Code,
  details: ErrorValues[Code],
  { line, field }: Place = {},
): Finding {
  return { is_error: true, line: line ?? null, field: field ?? null, code, details: { ...details } };
}

/** Makes a warning about something doubtful. */
export function doubtful<Code extends WarningCode>(
  code: Code,
  details: WarningValues[Code],
  { line, field }: Place = {},
): Finding {
  return { is_error: false, line: line ?? null, field: field ?? null, code, details: { ...details } };
}

/** The error when the rest of a file cannot be parsed. The finding contains the reason. */
export class UnreadableFile extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.code);
    this.name = 'UnreadableFile';
    this.finding = finding;
  }
}
