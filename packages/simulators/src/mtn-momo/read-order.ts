import { exponentOf, isCurrency } from '@guichet/kernel/currencies';
import { readObject } from '../reply.ts';

/** The content of a request that creates a transaction, if MTN would accept it. */
export interface Order {
  readonly amount: string;
  readonly currency: string;
  readonly external_id: string;
  readonly payer_message: string;
  readonly payee_note: string;
  /** Payer or payee; null in a refund. */
  readonly party_id: string | null;
  /** Only in a refund. */
  readonly reference_to_refund: string | null;
}

/**
 * The party in the body: a request to pay has a payer, a transfer or a deposit has a payee, and a refund has
 * neither.
 */
export type Party = 'payer' | 'payee' | null;

const message_length_max = 160;
const plain_message = /^[\p{L}\p{N} .,-]*$/u;

/** Reads a body; undefined where MTN responds with 400. */
export function readOrder(body: string, party: Party): Order | undefined {
  const {
    amount,
    currency,
    externalId = '',
    payerMessage = '',
    payeeNote = '',
    ...more
  } = readObject(body) ?? {};
  if (typeof amount !== 'string' || typeof currency !== 'string' || !isAmount(amount, currency))
    return undefined;
  if (typeof externalId !== 'string' || /\s/.test(externalId)) return undefined;
  if (!isMessage(payerMessage) || !isMessage(payeeNote)) return undefined;
  const order = {
    amount,
    currency,
    external_id: externalId,
    payer_message: payerMessage,
    payee_note: payeeNote,
  };
  if (party === null) {
    const { referenceIdToRefund } = more;
    return typeof referenceIdToRefund === 'string'
      ? { ...order, party_id: null, reference_to_refund: referenceIdToRefund }
      : undefined;
  }
  const party_id = readParty(more[party]);
  return party_id === undefined ? undefined : { ...order, party_id, reference_to_refund: null };
}

/** Decimal text, with no more decimals than the currency has, and above zero. */
function isAmount(amount: string, currency: string): boolean {
  const match = /^\d+(?:\.(\d+))?$/.exec(amount);
  const decimals = match?.[1]?.length ?? 0;
  return match !== null && Number(amount) > 0 && isCurrency(currency) && decimals <= exponentOf(currency);
}

function isMessage(value: unknown): value is string {
  return typeof value === 'string' && value.length <= message_length_max && plain_message.test(value);
}

function readParty(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { partyIdType, partyId } = value as Record<string, unknown>;
  return partyIdType === 'MSISDN' && typeof partyId === 'string' && /^\d{8,15}$/.test(partyId)
    ? partyId
    : undefined;
}
