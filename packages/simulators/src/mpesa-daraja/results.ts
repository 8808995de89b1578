import type { World } from '../contract.ts';
import type { DarajaEntry } from './contract.ts';
import { describe } from './numbers.ts';

interface Parameter {
  readonly Key: string;
  readonly Value?: string | number;
}

/** Reports the outcome of a payout or a reversal. */
export function sendResult(world: World, entry: DarajaEntry): void {
  const { extra, status, code, provider_reference } = entry;
  const isDone = status === 'success';
  send(world, extra.url, {
    ...head(code ?? '0', extra.second_id, provider_reference),
    TransactionID: extra.receipt ?? '',
    ...(isDone && { ResultParameters: { ResultParameter: parametersOf(entry) } }),
    // A single object here, where a list is possible.
    ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: extra.queue_url ?? '' } },
  });
}

function parametersOf({ direction, moved_amount, phone, extra }: DarajaEntry): readonly Parameter[] {
  const amount = Number(moved_amount);
  const name = `${phone} - A. Person`;
  if (direction === 'refund') {
    return [
      { Key: 'DebitAccountCurrentBalance', Value: '{Amount={BasicAmount=10.00}}' },
      { Key: 'Amount', Value: amount },
      { Key: 'TransCompletedTime', Value: 20260102130500 },
      { Key: 'OriginalTransactionID', Value: extra.about ?? '' },
      { Key: 'Charge', Value: 0 },
      { Key: 'CreditPartyPublicName', Value: name },
      { Key: 'DebitPartyPublicName', Value: '600100 - Shop' },
    ];
  }
  return [
    { Key: 'TransactionAmount', Value: amount },
    { Key: 'TransactionReceipt', Value: extra.receipt ?? '' },
    { Key: 'ReceiverPartyPublicName', Value: name },
    { Key: 'TransactionCompletedDateTime', Value: '02.01.2026 13:05:00' },
    { Key: 'B2CUtilityAccountAvailableFunds', Value: 10000.0 },
    { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
  ];
}

/** Responds to a status query. Code 0 means that the query succeeded, whatever the outcome of the transaction. */
export function sendStatus(
  world: World,
  url: string,
  asked: {
    readonly conversation: string;
    readonly originator: string;
    readonly entry: DarajaEntry | undefined;
    readonly isAllowed: boolean;
  },
): void {
  const { conversation, originator, entry, isAllowed } = asked;
  const code = !isAllowed ? '2001' : entry ? '0' : '2032';
  const parameters: readonly Parameter[] = [
    { Key: 'OriginatorConversationID', Value: entry?.extra.second_id ?? '' },
    { Key: 'TransactionStatus', Value: statuses[entry?.status ?? 'pending'] },
    { Key: 'ReceiptNo', Value: entry?.extra.receipt ?? '' },
    { Key: 'Amount', Value: Number(entry?.moved_amount ?? entry?.asked_amount) },
    { Key: 'DebitPartyName', Value: '600100 - Shop' },
    { Key: 'CreditPartyName', Value: `${entry?.phone} - A. Person` },
  ];
  send(world, url, {
    ...head(code, originator, conversation),
    TransactionID: '',
    ...(code === '0' && { ResultParameters: { ResultParameter: parameters } }),
  });
}

/** The statuses as the portal names them. */
const statuses = { pending: 'Initiated', success: 'Completed', failed: 'Declined' } as const;

function head(code: string, second_id: string, provider_reference: string) {
  return {
    ResultType: 0,
    // The result code is a number if the code is numeric.
    ResultCode: /^\d+$/.test(code) ? Number(code) : code,
    ResultDesc: describe(code),
    OriginatorConversationID: second_id,
    ConversationID: provider_reference,
  };
}

function send(world: World, url: string, Result: object): void {
  world.callBack({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Result }),
  });
}
