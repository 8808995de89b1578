import { failure_sentences, isFailureReason } from '../operator-calls/failures/sentences.ts';
import type { Transfer, TransferNoun } from './transfer.ts';

/** The reason of a failure, as merchants see it in the API and in events; null unless the transfer has failed. */
export function presentFailure(
  noun: TransferNoun,
  { status, failure_reason, failure_operator_code }: Transfer,
) {
  if (status !== 'failed' || failure_reason === null) return null;
  const code = isFailureReason(failure_reason) ? failure_reason : 'other';
  return { code, message: failure_sentences.en[noun][code], operator_code: failure_operator_code };
}
