import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import { failure_sentences, isFailureReason } from '../operator-calls/failures/sentences.ts';
import { referenceOf } from '../payments/reference.ts';
import type { Transfer, TransferNoun } from './transfer.ts';

/**
 * Presents the first fields of every transfer, as merchants see them in the API and in events, with amounts in
 * major units.
 */
export function presentHead<Noun extends TransferNoun>(object: Noun, transfer: Transfer) {
  const { id, status, amount_minor } = transfer;
  const currency = asCurrency(transfer.currency);
  return { id, object, status, amount: majorNumber({ amount_minor, currency }), currency };
}

/** The reason for a failure; null unless the transfer has failed. */
export function presentFailure(
  noun: TransferNoun,
  { status, failure_reason, failure_operator_code }: Transfer,
) {
  if (status !== 'failed' || failure_reason === null) return null;
  const code = isFailureReason(failure_reason) ? failure_reason : 'other';
  return { code, message: failure_sentences.en[noun][code], operator_code: failure_operator_code };
}

/** The reversal of a success; null unless the transfer is reversed. */
export function presentReversal({
  reversed_at,
  reversal_code,
}: Pick<Transfer, 'reversed_at' | 'reversal_code'>) {
  if (reversed_at === null) return null;
  return { operator_code: reversal_code, reversed_at: timestampText(reversed_at) };
}

/** Presents the last fields of every transfer, after those of its kind. */
export function presentTail({ id, mode, created_at }: Transfer) {
  return { reference: referenceOf(id), livemode: mode === 'live', created_at: timestampText(created_at) };
}
