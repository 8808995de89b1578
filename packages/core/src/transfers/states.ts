import type { TransferStatus } from '../platform/database/tables/transfers.ts';

/** An event of a payout or a refund: we are about to call the operator, or the operator has responded. */
export type TransferEvent = 'sending' | 'settled' | 'refused' | 'reopened' | 'reversed';

/** The end that merchants are notified of: `payout.successful`, `refund.failed`, `payout.returned`. */
export type TransferEnd = 'successful' | 'failed' | 'reversed';

interface Rule {
  readonly from: TransferStatus;
  readonly event: TransferEvent;
  readonly to: TransferStatus;
  readonly emits: TransferEnd | null;
}

/**
 * Everything that can happen to a payout or a refund (design section 5). There is no timer: only the operator ends
 * a transfer. While the outcome is unknown it stays `processing`, so that money that may have been paid is neither
 * sent again nor returned.
 */
export const transfer_rules: readonly Rule[] = [
  { from: 'pending', event: 'sending', to: 'processing', emits: null },
  // Not recorded as sent, yet the operator reports an outcome: a restored database may lack the record that it was
  // sent.
  { from: 'pending', event: 'settled', to: 'success', emits: 'successful' },
  { from: 'pending', event: 'refused', to: 'failed', emits: 'failed' },
  { from: 'processing', event: 'settled', to: 'success', emits: 'successful' },
  { from: 'processing', event: 'refused', to: 'failed', emits: 'failed' },
  // The operator reports a refused transfer as pending, and confirms this in an inquiry: it may still pay.
  { from: 'failed', event: 'reopened', to: 'processing', emits: null },
  // Operators sometimes refuse first and pay later: the money is gone, so the success counts.
  { from: 'failed', event: 'settled', to: 'success', emits: 'successful' },
  // The operator paid and has reversed the payment, whatever the status until then.
  { from: 'pending', event: 'reversed', to: 'reversed', emits: 'reversed' },
  { from: 'processing', event: 'reversed', to: 'reversed', emits: 'reversed' },
  { from: 'success', event: 'reversed', to: 'reversed', emits: 'reversed' },
  { from: 'failed', event: 'reversed', to: 'reversed', emits: 'reversed' },
  // Only a person can decide this: an operator that reports both outcomes is not trusted.
  { from: 'reversed', event: 'settled', to: 'success', emits: 'successful' },
];

/** @returns the rule, or undefined when the event changes nothing in that status */
export function findTransferRule(from: TransferStatus, event: TransferEvent): Rule | undefined {
  return transfer_rules.find((rule) => rule.from === from && rule.event === event);
}

/** The reason for the review of a pending transfer that its account can no longer make. */
export const cannot_send = 'cannot_send';

/** Whether the outcome is not known yet, whether or not the transfer was sent. */
export function isOpen(status: TransferStatus): boolean {
  return status === 'pending' || status === 'processing';
}
