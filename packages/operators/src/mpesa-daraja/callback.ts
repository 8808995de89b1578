import type { Outcome } from '@guichet/kernel/outcome';
import type { Notice, RawCallback } from '../contract.ts';
import { readAddress, type Subject } from './address.ts';
import {
  mapPayoutResult,
  mapPayoutStatus,
  mapPushResult,
  mapReversalResult,
  mapReversalStatus,
} from './map.ts';
import { type PushResult, type Result, readPushResult, readResult } from './wire.ts';

/**
 * Parses a callback. Safaricom signs nothing: the token in the URL authenticates the sender. For a push the
 * callback remains a hint, because an inquiry can confirm it; a payout or a reversal has no other final report, so
 * its callback settles. Without a valid token, a callback is only a reason to inquire.
 */
export function readCallback(callback_key: string, raw: RawCallback): readonly Notice[] {
  const address = readAddress(callback_key, raw);
  const push = readPushResult(raw.body);
  if (push) return [readPush(push, address?.subject === 'stk' ? address.reference : null, raw)];
  const result = readResult(raw.body);
  if (!result) return [];
  if (!address || address.subject === 'stk') return [hintOf(raw, result)];
  return [readProven(result, address.subject, address.reference)];
}

/** @param proven our reference, if the token in the URL proves it */
function readPush(push: PushResult, proven: string | null, raw: RawCallback): Notice {
  const { code, description, checkout_request_id, receipt } = push;
  const outcome = mapPushResult(push);
  const kept = { ResultCode: code, ResultDesc: description, CheckoutRequestID: checkout_request_id };
  if (proven !== null) {
    return {
      reference: proven,
      provider_reference: checkout_request_id,
      outcome,
      raw: { ...kept, MpesaReceiptNumber: receipt },
      ...(outcome.kind === 'settled' && receipt !== null && { receipt }),
    };
  }
  // If the URL contains our reference, the id in the callback is not used: anyone could send the id of a different
  // push, and inquiries about our push would then use it.
  const reference = raw.request?.reference ?? null;
  const provider_reference = reference === null ? checkout_request_id : null;
  return { reference, provider_reference, outcome, raw: kept };
}

const outcomes: Readonly<Record<Exclude<Subject, 'stk'>, (result: Result) => Outcome>> = {
  payout: mapPayoutResult,
  reversal: mapReversalResult,
  status: mapReversalStatus,
  payout_status: mapPayoutStatus,
};

function readProven(result: Result, subject: Exclude<Subject, 'stk'>, reference: string): Notice {
  const names = {
    payout: result.conversation_id,
    reversal: result.originator_conversation_id,
    status: null,
    payout_status: null,
  };
  return {
    reference,
    provider_reference: names[subject],
    outcome: outcomes[subject](result),
    raw: keptOf(result),
    trust: 'signed',
  };
}

function hintOf(raw: RawCallback, result: Result): Notice {
  const reference = raw.request?.reference ?? null;
  return {
    reference,
    provider_reference: null,
    outcome: { kind: 'pending', action: null },
    raw: keptOf(result),
  };
}

/** Without parameters, which include names and numbers of people. */
function keptOf({
  code,
  description,
  conversation_id,
  originator_conversation_id,
  transaction_id,
  parameters,
}: Result) {
  return {
    ResultCode: code,
    ResultDesc: description,
    ConversationID: conversation_id,
    OriginatorConversationID: originator_conversation_id,
    TransactionID: transaction_id,
    TransactionStatus: parameters.get('TransactionStatus') ?? null,
  };
}
