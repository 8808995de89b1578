import type { Connector, ConnectorAnswer, LookupRequest, PayoutRequest, Service } from '../../contract.ts';
import type { HttpResult } from '../../http/contract.ts';
import { unknownFrom } from '../../http/outcome-without.ts';
import type { ProviderDependencies } from '../../provider.ts';
import { answer, checkToken, isTaken, notAsked, pastDeadline, wordOf } from '../answer.ts';
import type { ApiResult } from '../api.ts';
import { orderIdOf } from '../order-id.ts';
import { readHint } from '../read-callback.ts';
import { collectingWith, type SettingsOf } from '../settings.ts';
import { verifySonatel } from './callback.ts';
import { makeSonatelClient, type SonatelClient } from './client.ts';
import {
  cashInOf,
  key_revoked,
  notFound,
  outcomeOf,
  pickTransaction,
  qrOf,
  qrReferenceOf,
  readCashIn,
  readQr,
  transactionIdOf,
  validityOf,
} from './map.ts';
import { readCode, readList, readStatus, type SonatelTransaction } from './wire.ts';

type Settings = SettingsOf<'sonatel'>;
type Deps = ProviderDependencies & { readonly settings: Settings; readonly client: SonatelClient };

const statuses = [
  'PRE_INITIATED',
  'INITIATED',
  'PENDING',
  'ACCEPTED',
  'SUCCESS',
  'CANCELLED',
  'FAILED',
  'REJECTED',
];

/** Orange Money Senegal: the customer scans a QR code, or follows its link into an app. */
export function openSonatel(settings: Settings, given: ProviderDependencies): Connector {
  const deps = { ...given, settings, client: makeSonatelClient(settings, given) };
  const { clock, callback_url, client } = deps;
  const { channel_msisdn: msisdn, pin } = settings;
  return {
    collect: async (request, signal) => {
      if (signal.aborted) return pastDeadline;
      const now = clock.now();
      const validity_s = validityOf(request, settings, now);
      const body = qrOf(request, settings, validity_s);
      const came = await client.createQr(body, `${callback_url}/${request.reference}`, signal);
      const outcome = readQr(came);
      const reference = outcome.kind === 'pending' ? qrReferenceOf(now, validity_s) : null;
      return answer(outcome, withoutImage(came.result), reference, [request.phone]);
    },
    ...(msisdn !== undefined &&
      pin !== undefined && {
        payout: (request: PayoutRequest, signal: AbortSignal) =>
          payOut(deps, { msisdn, pin: pin.reveal() }, request, signal),
      }),
    lookup: (request, signal) => inquire(deps, request, signal),
    checkCredentials: () => checkToken(client.api),
    verifyCallback: (raw) => verifySonatel(settings, raw, clock.now()),
    // The search by our reference finds the transaction. An id from a callback may be that of another transaction.
    readCallback: (raw) => readHint(raw, statuses, () => undefined),
  };
}

export function sonatelServices({ channel_msisdn }: Settings): readonly Service[] {
  // Whoever scans the code can pay, and no response names the payer.
  const anybody = { payer_known: false, needs_number: false };
  return collectingWith('orange_sn').map((service) => ({
    ...service,
    payout: channel_msisdn !== undefined,
    ...anybody,
  }));
}

/** Removes the large picture of the QR code: the page draws its own. */
function withoutImage(result: HttpResult): HttpResult {
  return result.kind === 'reply'
    ? { ...result, text: result.text.replace(/("qrCode"\s*:\s*)"[^"]*"/, '$1null') }
    : result;
}

/**
 * First checks whether the reference was already paid out, because Orange is not known to refuse a reference that
 * is used again. If the PIN was encrypted with a revoked key, Orange refuses the request before anything moves, and
 * it is sent again with the new key.
 */
async function payOut(
  { client }: Deps,
  partner: { readonly msisdn: string; readonly pin: string },
  request: PayoutRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  if (signal.aborted) return pastDeadline;
  const sensitive = [request.phone, request.first_name ?? '', request.last_name ?? ''];
  const found = await find(client, request.reference, signal);
  if (!('transaction' in found)) {
    const outcome = found.sent ? unknownFrom(found.result) : notAsked(`no_token_${wordOf(found.result)}`);
    return answer(outcome, found.result, null, sensitive);
  }
  const { transaction } = found;
  if (transaction) {
    return answer(outcomeOf(transaction, request.money), found.result, transaction.transactionId, sensitive);
  }
  for (let tries = 1; ; tries += 1) {
    const key = await client.encryptPin(partner.pin, signal);
    if ('result' in key) return answer(notAsked(`no_key_${wordOf(key.result)}`), key.result, null, sensitive);
    const body = cashInOf(request, { msisdn: partner.msisdn, encrypted_pin: key.encrypted_pin });
    const { sent, result } = await client.cashIn(body, signal);
    if (!sent) return answer(notAsked(`no_token_${wordOf(result)}`), result, null, sensitive);
    const isRevoked = result.kind === 'reply' && result.status < 500 && readCode(result.text) === key_revoked;
    if (isRevoked) client.dropKey();
    if (isRevoked && tries === 1) continue;
    const { outcome, transaction_id } = readCashIn(result, request.money);
    return answer(outcome, result, transaction_id, sensitive);
  }
}

/**
 * First searches by our reference, which always finds the payment and its amount. Then inquires by Orange's id:
 * that status is decisive, but has no amount. If the payment succeeded between the two, searches for the amount
 * again, because the earlier search found the requested amount and not the paid one. A success that the search does
 * not list, or does not list as a success yet, settles nothing: neither its amount nor its reference is known.
 */
async function inquire(
  { client, clock, settings }: Deps,
  request: LookupRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { phone, money } = request;
  const found = await find(client, request.reference, signal);
  if (!('transaction' in found)) return answer(unknownFrom(found.result), found.result, null, [phone]);
  const id = found.transaction?.transactionId ?? transactionIdOf(request);
  if (id === null) return answer(notFound(request, settings, clock.now()), found.result, null, [phone]);
  const { sent, result } = await client.status(id, signal);
  const said = sent && isTaken(result) && result.kind === 'reply' ? readStatus(result.text) : undefined;
  if (!said) return answer(unknownFrom(result), result, id, [phone]);
  const isSuccess = said.status === 'SUCCESS';
  const isNew = isSuccess && said.amount === undefined && found.transaction?.status !== 'SUCCESS';
  const known = isNew ? await find(client, request.reference, signal) : found;
  if (!('transaction' in known)) return answer(unknownFrom(known.result), known.result, id, [phone]);
  const { transaction } = known;
  // The search does not list the success yet: the next inquiry finds it, with its amount.
  if (isSuccess && (transaction === null || (isNew && transaction.status !== 'SUCCESS'))) {
    return answer({ kind: 'pending', action: null }, known.result, id, [phone]);
  }
  const amount = said.amount ?? transaction?.amount;
  const outcome = outcomeOf({ ...said, amount, code: said.code ?? transaction?.code }, money);
  return answer(outcome, result, id, [phone]);
}

type Found = { readonly transaction: SonatelTransaction | null; readonly result: HttpResult } | ApiResult;

/**
 * Finds the transaction of a reference, if there is one. The result has no `transaction` if the search failed or
 * was inconclusive.
 */
async function find(client: SonatelClient, reference: string, signal: AbortSignal): Promise<Found> {
  const came = await client.search(orderIdOf(reference), signal);
  const { sent, result } = came;
  const list = sent && isTaken(result) && result.kind === 'reply' ? readList(result.text) : undefined;
  const transaction = list && pickTransaction(list, reference);
  return transaction === undefined ? came : { transaction, result };
}
