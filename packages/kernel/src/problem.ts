/**
 * The problems of fields and requests, by code. Each has the values that its sentence contains. The codes are for
 * pages in languages other than English, which have their own text for each code.
 */
export interface ProblemValues {
  // Any field.
  required: None;
  empty: None;
  unknown_field: None;
  not_an_object: None;
  not_allowed: None;
  one_of: { readonly choices: string };
  wrong_type: { readonly type: string };
  wrong_form: None;
  given_twice: None;
  unreadable_text: None;
  too_short: { readonly min: number };
  too_long: { readonly max: number };
  too_small: { readonly min: number };
  too_large: { readonly max: number };
  out_of_range: { readonly min: number; readonly max: number };
  too_few_items: { readonly min: number };
  too_many_items: { readonly max: number };
  repeated_items: None;
  // Names and addresses.
  not_a_plain_name: None;
  not_an_email: None;
  not_a_phone: None;
  phone_of_other_country: { readonly country: string };
  url_with_spaces: None;
  not_a_url: None;
  url_with_password: None;
  url_with_backslash: None;
  not_https: None;
  not_public: None;
  not_a_color: None;
  not_a_logo: None;
  picture_too_heavy: { readonly max: number };
  picture_too_wide: { readonly max: number };
  // Queries of lists.
  not_a_time: None;
  before_since: None;
  not_before_end: None;
  not_in_future: None;
  not_a_network: { readonly text: string };
  only_for_all: None;
  not_a_cursor: None;
  // Countries, operators and money.
  not_a_country: None;
  not_a_currency: None;
  not_an_operator: None;
  operator_without_currency: { readonly currency: string; readonly currencies: string };
  payouts_not_supported: { readonly currency: string };
  operator_turned_off: { readonly currency: string };
  not_a_number: None;
  not_positive: None;
  not_whole: { readonly currency: string };
  too_many_decimals: { readonly max: number };
  not_an_amount: None;
  currency_missing: None;
  more_than_any_payment: None;
  less_than_least: None;
  more_than_left: { readonly amount: string; readonly currency: string };
  more_than_available: { readonly amount: string; readonly currency: string };
  not_a_percentage: None;
  // Payments and their results.
  not_of_this_payment: None;
  took_no_money: None;
  proof_missing: None;
  reversal_proof_missing: None;
  not_paid: None;
  payer_erased: None;
  refund_under_way: None;
  nothing_left: None;
  came_twice: None;
  pays_now: None;
  all_or_nothing: None;
  refunded_once: None;
  payer_unknown: None;
  cannot_give_back: None;
  account_unreadable: None;
  nothing_to_resolve: None;
  end_not_known: None;
  was_paid: None;
  was_not_paid: None;
  was_reversed: None;
  decide_first: None;
  nothing_held: None;
  nothing_missing: None;
  more_than_missing: { readonly amount: string; readonly currency: string };
  awaits_approval: { readonly name: string };
  changed_since: None;
  amount_changed_since: None;
  paid_by_another: None;
  paid_twice: None;
  refunded_by_now: None;
  no_difference: None;
  accepted_by_now: None;
  receipt_refunded: None;
  receipt_reversed: None;
  receipt_collected: { readonly at: string; readonly by: string };
  // Payment links.
  not_an_alias: None;
  in_the_past: None;
  only_open_amount: None;
  only_in_parts: None;
  bill_needs_amount: None;
  bill_has_no_stock: None;
  above_maximum: { readonly max: number };
  outside_bounds: None;
  less_than_paid: { readonly amount: string; readonly currency: string };
  key_taken: None;
  options_needed: None;
  only_choice: None;
  options_repeated: None;
  link_paused: None;
  link_ended: None;
  link_expired: None;
  link_sold_out: None;
  link_paid: None;
  // Accounts with providers.
  accounts_for_live_only: None;
  not_own_account: { readonly account: string };
  account_not_supported: { readonly account: string };
  credentials_refused: { readonly provider: string; readonly said: string };
  credentials_not_checked: { readonly provider: string; readonly said: string };
  credentials_allow_nothing: None;
  host_not_known: { readonly provider: string; readonly hosts: string };
  secret_of_other_host: { readonly from: string; readonly to: string };
  tells_no_balance: { readonly provider: string };
  balance_not_told: { readonly provider: string; readonly said: string };
  changed_meanwhile: None;
  // Webhooks.
  endpoint_is_off: None;
  too_many_endpoints: { readonly max: number };
  too_many_tills: { readonly max: number };
  too_many_cashiers: { readonly max: number };
  name_taken: None;
  too_many_secrets: { readonly max: number };
  event_of_other_mode: None;
  // People.
  wrong_password: None;
  wrong_code: None;
  password_pattern: None;
  password_about_you: None;
  password_common: None;
  role_forbids: { readonly roles: string };
  only_owner: None;
  scope_not_yours: { readonly scope: string; readonly roles: string };
  last_owner: None;
  works_here: None;
  invitation_gone: None;
  link_gone: None;
  no_password: None;
  second_factor_needed: None;
  email_taken: None;
  second_factor_missing: None;
  // Payouts and the sandbox.
  no_second_person: None;
  operator_has_it: None;
  made_by_you: None;
  not_confirmed: None;
  not_two_people: { readonly until: string };
  not_two_people_yet: None;
  wanted_by_you: None;
  returned_by_you: None;
  change_decided: None;
  sum_below_single: None;
  sum_without_single: None;
  decided_already: { readonly name: string; readonly decision: string };
  already_decided: None;
  // Movements recorded in the books.
  reference_taken: { readonly id: string };
  corrected_by_now: { readonly id: string; readonly reference: string };
  correction_waits: { readonly id: string; readonly correction: string };
  is_correction: None;
  not_booked: None;
  not_a_movement: None;
  already_corrected: { readonly id: string };
  // A service that was restored.
  inquiries_left: { readonly count: number };
  service_is_open: None;
  other_merchants: None;
}

type None = Readonly<Record<never, never>>;

export type ProblemCode = keyof ProblemValues;

export interface Problem {
  /** `other` for a problem that has only a sentence, and no code. */
  readonly code: ProblemCode | 'other';
  readonly values: Readonly<Record<string, string | number>>;
  /** In English. For a field, it omits the field's name: "must not be empty". */
  readonly sentence: string;
}

/** Makes a problem: a sentence, and its code for programs. */
export function problem<Code extends ProblemCode>(
  code: Code,
  sentence: string,
  ...[values]: None extends ProblemValues[Code] ? [] : [ProblemValues[Code]]
): Problem {
  return { code, values: { ...values }, sentence };
}

/** Converts a bare sentence to a problem without a code. */
export function asProblem(problem: Problem | string): Problem {
  return typeof problem === 'string' ? { code: 'other', values: {}, sentence: problem } : problem;
}
