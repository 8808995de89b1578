import type { CollectRequest, ConnectorAnswer, LookupRequest } from '../contract.ts';
import { writePlainText } from '../write-plain-text.ts';
import { type Account, addressOf, answer, answerHere } from './account.ts';
import {
  mapQuery,
  mapRefusal,
  refusedBy,
  writeAccountReference,
  writeAmount,
  writePhone,
  writeTimestamp,
} from './map.ts';
import { readTaken } from './wire.ts';

/** Prompts with a longer text, or with other characters, fail. */
const description_length_max = 13;

/** Sends a prompt to the customer's phone. Acceptance only means that it is queued. */
export async function collect(
  account: Account,
  request: CollectRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { reference, description } = request;
  const [Amount, phone] = [writeAmount(request.money), writePhone(request.phone)];
  if (Amount === undefined) return answerHere(refusedBy('other', 'amount_not_in_whole_shillings'));
  if (phone === undefined) return answerHere(refusedBy('not_registered', 'not_a_kenyan_number'));
  const { short_code, till } = account.config;
  const result = await account.client.post(
    '/mpesa/stkpush/v1/processrequest',
    {
      ...credentialsOf(account),
      TransactionType: till === undefined ? 'CustomerPayBillOnline' : 'CustomerBuyGoodsOnline',
      Amount,
      PartyA: phone,
      PartyB: till ?? short_code,
      PhoneNumber: phone,
      CallBackURL: addressOf(account, 'stk', reference),
      AccountReference: writeAccountReference(reference),
      TransactionDesc: writePlainText(description, description_length_max),
    },
    signal,
  );
  const taken = result.kind === 'reply' && result.status === 200 ? readTaken(result.text) : undefined;
  const name = taken?.checkout_request_id ?? null;
  if (taken?.response_code !== '0' || name === null) {
    return answer(mapRefusal(result, 'collect'), result, request.phone, name);
  }
  return answer({ kind: 'pending', action: { kind: 'prompt' } }, result, request.phone, name);
}

/**
 * Inquires about a prompt. Daraja identifies it only by its own id: if the response to the push was lost, no
 * inquiry is possible before a callback has provided that id.
 */
export async function inquireAboutCollection(
  account: Account,
  { provider_reference, money, phone, is_restored = false }: LookupRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  if (provider_reference === null) {
    return { ...answerHere({ kind: 'unknown', cause: 'not_found' }), cannot_be_found: is_restored };
  }
  const body = { ...credentialsOf(account), CheckoutRequestID: provider_reference };
  const result = await account.client.post('/mpesa/stkpushquery/v1/query', body, signal);
  return answer(mapQuery(result, money), result, phone, provider_reference);
}

function credentialsOf({ config, clock }: Account) {
  const { short_code, passkey } = config;
  const Timestamp = writeTimestamp(clock.now());
  const Password = Buffer.from(`${short_code}${passkey.reveal()}${Timestamp}`).toString('base64');
  return { BusinessShortCode: short_code, Password, Timestamp };
}
