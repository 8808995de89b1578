import type { FailureReason } from '@guichet/kernel/outcome';

/**
 * The meaning of a result code: one of our reasons for a failure, or `open` if the code is not final and inquiries
 * continue.
 */
export type Meaning = FailureReason | 'open';
type Table = ReadonlyMap<string, Meaning>;

const tableOf = (codes: Readonly<Record<string, Meaning>>): Table => new Map(Object.entries(codes));

/** Result codes of a push (Daraja 3.0, M-PESA Express; 26, 1001, 2029, 4999 and 9999 from clients in use). */
export const pushCodes = tableOf({
  '1': 'insufficient_funds',
  // Below the minimum, above the maximum, above the customer's daily limit.
  '2': 'limit_exceeded',
  '3': 'limit_exceeded',
  '4': 'limit_exceeded',
  // The merchant's till or paybill is full.
  '8': 'operator_down',
  // The same amount from the same number within two minutes.
  '17': 'limit_exceeded',
  '26': 'operator_down',
  // Another prompt is open on the phone.
  '1001': 'other',
  '1019': 'payer_timeout',
  '1025': 'operator_down',
  '1032': 'payer_cancelled',
  '1037': 'payer_timeout',
  // The customer's PIN here, the initiator's password everywhere else.
  '2001': 'wrong_pin',
  // TransactionType or PartyB does not match the short code.
  '2028': 'operator_down',
  '2029': 'operator_down',
  SFC_IC0003: 'operator_down',
  // Too many wrong PINs: the customer's account is blocked, and only Safaricom's customer care can unblock it.
  '8006': 'account_blocked',
  '9999': 'operator_down',
  // Still being processed.
  '4999': 'open',
});

/** Errors of any initiator, which are the organization's own fault. */
const initiatorCodes = {
  '11': 'operator_down',
  '21': 'operator_down',
  '2001': 'operator_down',
  '2006': 'operator_down',
  '2028': 'operator_down',
  '8006': 'operator_down',
} as const;

/** Result codes of a payout (Daraja 3.0, Business to Customer). */
export const payoutCodes = tableOf({
  ...initiatorCodes,
  '1': 'insufficient_funds',
  '2': 'limit_exceeded',
  '3': 'limit_exceeded',
  '4': 'limit_exceeded',
  '8': 'limit_exceeded',
  '2040': 'not_registered',
  SFC_IC0003: 'not_registered',
});

/** Result codes of a reversal (Daraja 3.0, Reversal). */
export const reversalCodes = tableOf({
  ...initiatorCodes,
  '1': 'insufficient_funds',
  // Already reversed: the money is with the customer. If this were reported as failed, the refund would be paid
  // again.
  R000001: 'open',
  R000002: 'other',
});

/**
 * Statuses of an inquiry that end a transaction without moving money (Daraja 3.0, Transaction Status,
 * question 3).
 */
export const finalRefusals: ReadonlySet<string> = new Set(['Cancelled', 'Declined', 'Expired']);
