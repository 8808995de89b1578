import type { ConnectorAnswer, LookupRequest, PayoutRequest, RefundRequest } from '../contract.ts';
import { writePlainText } from '../write-plain-text.ts';
import { type Account, addressOf, answer, answerHere } from './account.ts';
import { type Subject, writeOpenAddress } from './address.ts';
import type { ClientResult } from './client.ts';
import type { Initiator } from './config.ts';
import { mapRefusal, refusedBy, unknownBy, writeAmount, writePhone } from './map.ts';
import { securityCredential } from './security-credential.ts';
import { readTaken, type Taken } from './wire.ts';

/** The minimum payout of M-PESA, in shillings. */
const payout_min = 10;
const remarks_length_max = 100;

/** Pays out under our reference, which Daraja accepts once. The result arrives by callback. */
export async function payout(
  account: Account,
  initiator: Initiator,
  request: PayoutRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { reference, description } = request;
  const [Amount, PartyB] = [writeAmount(request.money), writePhone(request.phone)];
  if (Amount === undefined) return answerHere(refusedBy('other', 'amount_not_in_whole_shillings'));
  if (Amount < payout_min) return answerHere(refusedBy('limit_exceeded', 'amount_below_10'));
  if (PartyB === undefined) return answerHere(refusedBy('not_registered', 'not_a_kenyan_number'));
  const { config } = account;
  const body = {
    OriginatorConversationID: reference,
    InitiatorName: initiator.name,
    SecurityCredential: securityCredential(initiator.password, initiator.certificate),
    CommandID: config.payout_command ?? 'BusinessPayment',
    Amount,
    PartyA: config.payout_short_code ?? config.short_code,
    PartyB,
    Remarks: writePlainText(description, remarks_length_max),
    ...addressesOf(account, 'payout', reference),
    // Daraja's own spelling.
    Occassion: '',
  };
  const result = await account.client.post('/mpesa/b2c/v3/paymentrequest', body, signal);
  return (
    answerTaken(result, (taken) => taken.conversation_id) ??
    answer(mapRefusal(result, 'payout'), result, request.phone)
  );
}

/** Reverses a payment by its receipt. The result arrives by callback. */
export async function reverse(
  account: Account,
  initiator: Initiator,
  request: RefundRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { reference, money, collection, description } = request;
  const { config } = account;
  const isPart = money.amount_minor !== collection.money.amount_minor;
  const Amount = writeAmount(money);
  if (Amount === undefined) return answerHere(refusedBy('other', 'amount_not_in_whole_shillings'));
  if (isPart && config.partial_reversals !== true) {
    return answerHere(refusedBy('other', 'partial_reversals_off'));
  }
  // Only the payment's callback contains the receipt, without which the payment cannot be identified.
  if (!collection.receipt) return answerHere(refusedBy('other', 'receipt_not_known'));
  const body = {
    Initiator: initiator.name,
    SecurityCredential: securityCredential(initiator.password, initiator.certificate),
    CommandID: 'TransactionReversal',
    TransactionID: collection.receipt,
    Amount,
    ReceiverParty: config.short_code,
    RecieverIdentifierType: config.reversal_identifier_type ?? '11',
    Remarks: writePlainText(description, remarks_length_max),
    ...addressesOf(account, 'reversal', reference),
    Occasion: '',
  };
  const result = await account.client.post('/mpesa/reversal/v1/request', body, signal);
  return (
    answerTaken(result, (taken) => taken.originator_conversation_id) ??
    answer(mapRefusal(result, 'refund'), result, request.phone)
  );
}

function answerTaken(
  result: ClientResult,
  nameOf: (taken: Taken) => string | null,
): ConnectorAnswer | undefined {
  const taken = result.kind === 'reply' && result.status === 200 ? readTaken(result.text) : undefined;
  if (taken?.response_code !== '0') return undefined;
  return { outcome: { kind: 'pending', action: null }, provider_reference: nameOf(taken), raw: taken };
}

/** The result arrives well before that; an earlier inquiry would be wasted. */
const ask_after_ms = 30_000;

/**
 * Has Daraja report the status of a payout or a reversal: this result also arrives by callback, at a separate URL
 * with the same reference. Until then it is only known that the request was accepted. If Daraja has not taken the
 * inquiry, nothing new is known.
 */
export async function inquireByCallback(
  account: Account,
  initiator: Initiator | undefined,
  request: LookupRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { direction, reference, provider_reference, created_at, phone, is_unsent = false } = request;
  const known = provider_reference === null ? lost : taken;
  // A payout has our id; a reversal has Daraja's, if its response arrived.
  const name = direction === 'payout' ? reference : provider_reference;
  const age_ms = account.clock.now().getTime() - created_at.getTime();
  if (name === null) return { ...answerHere(known), cannot_be_found: true };
  // A request that is not recorded as sent may have been sent long ago.
  const isEarly = age_ms < ask_after_ms && !is_unsent;
  if (!initiator || isEarly) return { ...answerHere(known), is_unasked: true };
  const { config } = account;
  const body = {
    Initiator: initiator.name,
    SecurityCredential: securityCredential(initiator.password, initiator.certificate),
    CommandID: 'TransactionStatusQuery',
    OriginalConversationID: name,
    // The field name in an old sample of the portal. Unknown fields are ignored.
    OriginatorConversationID: name,
    PartyA: direction === 'payout' ? (config.payout_short_code ?? config.short_code) : config.short_code,
    IdentifierType: '4',
    Remarks: 'Status',
    ...addressesOf(account, direction === 'payout' ? 'payout_status' : 'status', reference),
    Occasion: '',
  };
  const result = await account.client.post('/mpesa/transactionstatus/v1/query', body, signal);
  const isTaken =
    result.kind === 'reply' && result.status === 200 && readTaken(result.text)?.response_code === '0';
  return answer(isTaken ? known : unknownBy(result), result, phone, provider_reference);
}

const taken = { kind: 'pending', action: null, is_old: true } as const;
const lost = { kind: 'unknown', cause: 'not_found' } as const;

/**
 * If Safaricom's queue times out, the callback goes to a URL without a token. It is inconclusive, and only causes
 * an inquiry.
 */
function addressesOf(account: Account, subject: Exclude<Subject, 'stk'>, reference: string) {
  return {
    QueueTimeOutURL: writeOpenAddress(account.callback_url, reference),
    ResultURL: addressOf(account, subject, reference),
  };
}
