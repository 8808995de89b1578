/** Sets of ids related to a person; each place is searched by some of them. */
export interface Subjects {
  readonly customers: readonly string[];
  /** Their own payments. */
  readonly payments: readonly string[];
  /** Their own payments, and payments of others for which they entered their number. */
  readonly touched: readonly string[];
  /** Payments of others for which they entered their number, and the events about these payments. */
  readonly others: readonly string[];
  readonly attempts: readonly string[];
  readonly payouts: readonly string[];
  readonly refunds: readonly string[];
  readonly batches: readonly string[];
  /** Payment links that ask them for money. */
  readonly links: readonly string[];
  readonly events: readonly string[];
  readonly deliveries: readonly string[];
  /** Our references of attempts, payouts and refunds. */
  readonly references: readonly string[];
  /** Customers, payments, attempts, payouts, refunds, files of payouts and payment links. */
  readonly objects: readonly string[];
  readonly phones: readonly string[];
}

/**
 * The way in which a column is erased:
 * - `null`, `mark`: the whole value is replaced.
 * - `text`, `json`, `json_text`: only what identifies the person is redacted.
 * - `url`: like `text`, but the scheme and host are kept.
 * - `free_json`: like `json`, but the whole value counts as free text.
 * - `sealed`, `empty_list`, `empty`: the value is replaced by an empty one in the column's own form.
 */
export type Cure =
  | 'null'
  | 'mark'
  | 'text'
  | 'url'
  | 'json'
  | 'free_json'
  | 'json_text'
  | 'sealed'
  | 'empty_list'
  | 'empty';

/** A table with data about people who pay or are paid. */
export interface Place {
  readonly table: string;
  readonly key: readonly string[];
  /** The columns by which its rows are found, each with its set of values. */
  readonly by: readonly (readonly [column: string, set: keyof Subjects])[];
  /** Columns searched for a number or an address, in all rows of the merchant. */
  readonly scanned?: readonly string[];
  readonly cures: Readonly<Record<string, Cure>>;
  /** The table has no merchant column. */
  readonly is_shared?: true;
  /** Columns that an export omits: they contain secrets or proofs. */
  readonly withheld?: readonly string[];
}

const id = ['merchant_id', 'id'] as const;

/**
 * The tables with data about people who pay or are paid, except the customers' own rows, which are deleted.
 */
export const places: readonly Place[] = [
  {
    table: 'payments',
    key: id,
    by: [['id', 'payments']],
    cures: {
      customer_phone: 'null',
      customer_email: 'null',
      customer_first_name: 'null',
      customer_last_name: 'null',
      customer_id: 'null',
      description: 'text',
      metadata: 'free_json',
      return_url: 'url',
      cancel_url: 'url',
    },
    withheld: ['session_token'],
  },
  {
    table: 'payment_links',
    key: id,
    by: [['id', 'links']],
    scanned: ['title', 'description', 'thank_you', 'metadata', 'return_url'],
    cures: {
      customer_phone: 'null',
      customer_email: 'null',
      title: 'text',
      description: 'text',
      thank_you: 'text',
      metadata: 'free_json',
      return_url: 'url',
    },
  },
  {
    table: 'checkout_sessions',
    key: ['merchant_id', 'token'],
    by: [['payment_id', 'touched']],
    cures: { chosen_phone: 'null' },
    withheld: ['token'],
  },
  {
    table: 'attempts',
    key: id,
    by: [['id', 'attempts']],
    cures: { phone: 'mark', action: 'null', operator_code: 'text' },
  },
  {
    table: 'attempt_transitions',
    key: ['merchant_id', 'attempt_id', 'sequence'],
    by: [['attempt_id', 'attempts']],
    cures: { raw: 'null' },
  },
  {
    table: 'refunds',
    key: id,
    by: [['id', 'refunds']],
    cures: { phone: 'mark', reason: 'text' },
  },
  {
    table: 'refund_transitions',
    key: ['merchant_id', 'refund_id', 'sequence'],
    by: [['refund_id', 'refunds']],
    cures: { raw: 'null' },
  },
  {
    table: 'payouts',
    key: id,
    by: [['id', 'payouts']],
    cures: {
      recipient_phone: 'mark',
      recipient_first_name: 'null',
      recipient_last_name: 'null',
      description: 'text',
    },
  },
  {
    table: 'payout_transitions',
    key: ['merchant_id', 'payout_id', 'sequence'],
    by: [['payout_id', 'payouts']],
    cures: { raw: 'null' },
  },
  {
    table: 'payout_orders',
    key: ['merchant_id', 'payout_id'],
    by: [['payout_id', 'payouts']],
    cures: { note: 'text' },
  },
  {
    table: 'payout_batches',
    key: id,
    by: [['id', 'batches']],
    scanned: ['file_name'],
    cures: { file_name: 'text' },
    withheld: ['file_hash'],
  },
  {
    table: 'payout_batch_lines',
    key: ['merchant_id', 'batch_id', 'line'],
    by: [['recipient_phone', 'phones']],
    cures: {
      recipient_phone: 'mark',
      recipient_first_name: 'null',
      recipient_last_name: 'null',
      description: 'text',
      reference: 'text',
    },
  },
  {
    table: 'payout_batch_findings',
    key: ['merchant_id', 'batch_id', 'number'],
    by: [],
    scanned: ['details'],
    cures: { details: 'free_json' },
  },
  {
    table: 'resolutions',
    key: ['merchant_id', 'position'],
    by: [
      ['object_id', 'attempts'],
      ['payment_id', 'touched'],
      ['payout_id', 'payouts'],
    ],
    cures: { note: 'text', proof: 'text' },
  },
  {
    table: 'held_decisions',
    key: id,
    by: [
      ['attempt_id', 'attempts'],
      ['payment_id', 'touched'],
    ],
    cures: { note: 'text', proof: 'text' },
  },
  {
    table: 'events',
    key: id,
    by: [['id', 'events']],
    cures: { body: 'json_text' },
  },
  {
    table: 'webhook_attempts',
    key: ['merchant_id', 'delivery_id', 'number'],
    by: [['delivery_id', 'deliveries']],
    cures: { response_excerpt: 'null', error: 'text' },
  },
  {
    table: 'idempotency_keys',
    key: ['merchant_id', 'mode', 'scope', 'key'],
    by: [['object_id', 'objects']],
    cures: { answer: 'json_text' },
    withheld: ['request_hash'],
  },
  {
    table: 'operator_calls',
    key: ['merchant_id', 'object_id', 'sequence'],
    by: [['object_id', 'objects']],
    cures: { exchanges: 'empty_list' },
  },
  {
    table: 'callbacks',
    key: ['merchant_id', 'account_id', 'id'],
    by: [['reference', 'references']],
    scanned: ['body', 'url'],
    cures: { body: 'empty', url: 'text', headers_sealed: 'sealed' },
    withheld: ['headers_sealed', 'digest'],
  },
  {
    table: 'sandbox_transactions',
    key: ['reference'],
    by: [['reference', 'references']],
    cures: { phone: 'mark' },
    is_shared: true,
    withheld: ['session_token'],
  },
  {
    table: 'api_requests',
    key: id,
    by: [],
    scanned: ['path'],
    cures: { path: 'text' },
  },
  // Last: this also redacts the entries written by the other changes.
  {
    table: 'audit_log',
    key: ['merchant_id', 'position'],
    by: [['object_id', 'objects']],
    scanned: ['before', 'after'],
    cures: { before: 'json', after: 'json' },
  },
];
