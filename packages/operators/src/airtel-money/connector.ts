import type { Outcome } from '@guichet/kernel/outcome';
import type {
  CollectRequest,
  Connector,
  ConnectorAnswer,
  CredentialCheck,
  Direction,
  LookupRequest,
  PayoutRequest,
  RefundRequest,
  WalletBalance,
} from '../contract.ts';
import { outcomeWithoutAnswer, unknownFrom } from '../http/outcome-without.ts';
import type { ProviderDependencies } from '../provider.ts';
import { readBalanceMoney } from '../read-balance.ts';
import { readCallback, verifyCallback } from './callback.ts';
import { type Client, type ClientResult, makeClient } from './client.ts';
import { encryptPin } from './encrypt.ts';
import * as map from './map.ts';
import type { Settings } from './settings.ts';
import { readAnswer, readBalance, type WireAnswer } from './wire.ts';

/** The context of a connector's steps. */
interface Account extends ProviderDependencies {
  readonly client: Client;
  readonly settings: Settings;
}

/** Interprets the response to a request. */
type Read = (answer: WireAnswer, reading: map.Reading) => Outcome;

export function makeConnector(settings: Settings, deps: ProviderDependencies): Connector {
  const account: Account = { ...deps, client: makeClient(settings, deps), settings };
  return {
    // Neither an inquiry nor a callback reports a refund.
    answer_within_s: { refund: 60 },
    collect: (request, signal) => collect(account, request, signal),
    ...(settings.pin !== undefined && {
      payout: (request: PayoutRequest, signal: AbortSignal) => payOut(account, request, signal),
    }),
    ...(settings.refunds && {
      refund: (request: RefundRequest, signal: AbortSignal) => giveBack(account, request, signal),
    }),
    lookup: (request, signal) => inquire(account, request, signal),
    balance: (signal) => balanceOf(account, signal),
    checkCredentials: (signal) => checkCredentials(account, signal),
    verifyCallback: (raw) => verifyCallback(raw, settings.callback_key),
    readCallback,
  };
}

async function collect(
  account: Account,
  request: CollectRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { client, settings } = account;
  const msisdn = map.msisdnOf(request.phone, settings);
  const problem = problemOf(request.money.currency, msisdn, settings);
  if (msisdn === undefined || problem !== null) return refusedBefore(problem ?? 'other_country');
  const path = `/merchant/${settings.payments_version}/payments/`;
  const result = await client.post(path, map.wirePaymentOf(request, msisdn, settings), signal);
  return answerOf(account, result, { ...request, direction: 'collect' }, map.outcomeOfPush);
}

async function payOut(
  account: Account,
  request: PayoutRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { client, settings } = account;
  const msisdn = map.msisdnOf(request.phone, settings);
  const problem = problemOf(request.money.currency, msisdn, settings);
  const { pin, pin_padding, disbursements_version } = settings;
  if (msisdn === undefined || pin === undefined || problem !== null) {
    return refusedBefore(problem ?? 'no_pin');
  }
  const key = await client.publicKey(signal);
  if ('kind' in key) return withoutReply(key);
  const body = map.wireDisbursementOf(request, msisdn, encryptPin(pin.reveal(), key, pin_padding), settings);
  const result = await client.post(`/standard/${disbursements_version}/disbursements/`, body, signal);
  return answerOf(account, result, { ...request, direction: 'payout' }, map.outcomeOfBooks);
}

/** Refunds a whole payment, which is identified by Airtel's own id: there are no partial refunds. */
async function giveBack(
  account: Account,
  request: RefundRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { client } = account;
  const { collection, money } = request;
  if (money.amount_minor !== collection.money.amount_minor) return refusedBefore('partial_refund');
  const airtel_money_id =
    collection.provider_reference ?? (await nameOf(account, collection.reference, signal));
  if (airtel_money_id === null) return refusedBefore('no_airtel_money_id');
  if (typeof airtel_money_id !== 'string') return nothingAsked(airtel_money_id);
  const body = { transaction: { airtel_money_id } };
  const result = await client.post('/standard/v1/payments/refund', body, signal);
  if (result.kind !== 'reply') return withoutReply(result);
  const { outcome, answer } = readReply(
    result,
    { ...request, direction: 'refund' },
    account,
    map.outcomeOfRefund,
  );
  return {
    outcome,
    // An id equal to the payment's does not identify the refund.
    provider_reference:
      answer?.airtel_money_id === airtel_money_id ? null : (answer?.airtel_money_id ?? null),
    raw: rawOf(result, answer),
  };
}

/**
 * Finds the id that Airtel gave a settled payment.
 *
 * @returns null if the payment is not settled or has no such id; the result of the call if that contains no usable
 * response
 */
async function nameOf(
  { client }: Account,
  reference: string,
  signal: AbortSignal,
): Promise<string | null | ClientResult> {
  const result = await client.get(`/standard/v1/payments/${map.wireIdOf(reference)}`, signal);
  const answer = result.kind === 'reply' && result.status === 200 ? readAnswer(result.text) : undefined;
  if (!answer) return result;
  return answer.status === 'TS' ? answer.airtel_money_id : null;
}

/**
 * Interprets the response to a request. A request with an id that was used before counts as in progress: an inquiry
 * here would report the amount of this request as that of the first, because Airtel's inquiry has no amount.
 */
async function answerOf(
  account: Account,
  result: ClientResult,
  asked: Pick<LookupRequest, 'direction' | 'reference' | 'money'>,
  read: Read,
): Promise<ConnectorAnswer> {
  if (result.kind !== 'reply') return withoutReply(result);
  const { outcome, answer } = readReply(result, asked, account, read);
  if (answer && answer.success !== true && map.isDuplicate(answer)) {
    const action = asked.direction === 'collect' ? ({ kind: 'prompt' } as const) : null;
    return { outcome: { kind: 'pending', action }, provider_reference: null, raw: rawOf(result, answer) };
  }
  return { outcome, provider_reference: answer?.airtel_money_id ?? null, raw: rawOf(result, answer) };
}

async function inquire(
  account: Account,
  request: LookupRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { direction, provider_reference } = request;
  if (direction === 'refund') {
    // Airtel has no inquiry for refunds.
    const outcome = { kind: 'unknown', cause: 'not_found' } as const;
    return { outcome, provider_reference, raw: null, cannot_be_found: true };
  }
  const answer = await enquire(account, request, signal);
  const outcome = map.outcomeWhenOld(answer.outcome, request, account.clock.now());
  return { ...answer, outcome, provider_reference: answer.provider_reference ?? provider_reference };
}

/** Inquires by our own id. */
async function enquire(
  account: Account,
  asked: Pick<LookupRequest, 'direction' | 'reference' | 'money'>,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { client, settings } = account;
  const id = map.wireIdOf(asked.reference);
  const path =
    asked.direction === 'collect'
      ? `/standard/v1/payments/${id}`
      : `/standard/${settings.disbursements_version}/disbursements/${id}${settings.enquiry_names_type ? '?transactionType=B2C' : ''}`;
  const result = await client.get(path, signal);
  const plain = result.kind === 'no_access' ? result.result : result;
  const answer = result.kind === 'reply' ? readAnswer(result.text) : undefined;
  const raw = rawOf(plain, answer);
  // A refusal of the gateway concerns our inquiry, not the transaction; and a response about a different
  // transaction is inconclusive.
  const isAnswer = answer && plain.kind === 'reply' && [200, 404].includes(plain.status);
  if (!isAnswer || (answer.id !== null && answer.id !== id)) {
    return { outcome: unknownFrom(plain), provider_reference: null, raw };
  }
  const outcome = map.outcomeOfBooks(answer, { ...asked, codes_decide: settings.codes_decide });
  // Without a status a failure may concern our inquiry, and not the transaction.
  const isNoAnswer = outcome.kind === 'failed' && answer.status === null;
  return {
    outcome: isNoAnswer ? { kind: 'unknown', cause: 'unreadable' } : outcome,
    provider_reference: answer.airtel_money_id,
    raw,
  };
}

/** Reads the response to a request that moves money: a failure may have a 200 or a 4xx. */
function readReply(
  { status, text }: Extract<ClientResult, { kind: 'reply' }>,
  asked: { readonly direction: Direction; readonly money: LookupRequest['money'] },
  { settings }: Account,
  read: Read,
): { readonly outcome: Outcome; readonly answer: WireAnswer | undefined } {
  const answer = readAnswer(text);
  const known = answer && read(answer, { ...asked, codes_decide: settings.codes_decide });
  if (known && status < 300) return { outcome: known, answer };
  if (answer && [400, 401, 403].includes(status)) {
    if (known?.kind === 'failed') return { outcome: known, answer };
    // Refused by the gateway: an invalid body, or no such product for this application.
    if (map.isAboutRequest(answer)) {
      const operator_code = answer.codes[0] ?? `http_${status}`;
      const reason = status === 400 ? 'other' : 'operator_down';
      return { outcome: { kind: 'failed', reason, operator_code, reached_customer: false }, answer };
    }
  }
  return { outcome: outcomeWithoutAnswer({ kind: 'reply', status, text, headers: {} }), answer };
}

/**
 * Without a token or a key the request itself was never sent: whatever the reason, it did not reach the customer.
 */
function withoutReply(result: Exclude<ClientResult, { kind: 'reply' }>): ConnectorAnswer {
  if (result.kind === 'no_access') return nothingAsked(result.result);
  return { outcome: outcomeWithoutAnswer(result), provider_reference: null, raw: rawOf(result) };
}

function nothingAsked(result: ClientResult): ConnectorAnswer {
  const plain = result.kind === 'no_access' ? result.result : result;
  const operator_code = plain.kind === 'reply' ? `http_${plain.status}` : plain.cause;
  return {
    outcome: {
      kind: 'failed',
      reason: 'operator_down',
      operator_code: plain.kind === 'not_sent' ? 'not_sent' : operator_code,
      reached_customer: false,
    },
    provider_reference: null,
    raw: rawOf(plain),
  };
}

/** A refusal by our own settings or Airtel's rules, before any request. */
function refusedBefore(operator_code: string): ConnectorAnswer {
  return {
    outcome: { kind: 'failed', reason: 'other', operator_code, reached_customer: false },
    provider_reference: null,
    raw: null,
  };
}

function problemOf(currency: string, msisdn: string | undefined, settings: Settings): string | null {
  if (currency !== settings.currency) return 'other_currency';
  return msisdn === undefined ? 'other_country' : null;
}

async function balanceOf(
  { client, settings }: Account,
  signal: AbortSignal,
): Promise<readonly WalletBalance[]> {
  const result = await client.get('/standard/v1/users/balance', signal);
  const wire = result.kind === 'reply' && result.status === 200 ? readBalance(result.text) : undefined;
  const money = wire && readBalanceMoney(wire.balance, wire.currency ?? settings.currency);
  if (!money) throw new Error('the balance could not be read');
  return [{ wallet: settings.country, money }];
}

async function checkCredentials({ client }: Account, signal: AbortSignal): Promise<CredentialCheck> {
  const issued = await client.token(signal);
  if (issued.kind === 'token') return { kind: 'good' };
  const { result } = issued;
  if (result.kind === 'reply' && [400, 401, 403].includes(result.status) && readAnswer(result.text)) {
    return {
      kind: 'bad',
      problem: 'Airtel refuses the client id and secret: are they for this host and country?',
    };
  }
  return { kind: 'unknown', problem: 'Airtel could not be reached.' };
}

function rawOf(result: ClientResult, answer?: WireAnswer): object {
  const http = result.kind === 'reply' ? result.status : result.kind;
  return { http, ...answer };
}
