import type { Outcome } from '@guichet/kernel/outcome';
import type {
  CollectRequest,
  Connector,
  ConnectorAnswer,
  CredentialCheck,
  LookupRequest,
  PayoutRequest,
  WalletBalance,
} from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { outcomeWithoutAnswer, unknownFrom } from '../http/outcome-without.ts';
import type { ProviderDependencies } from '../provider.ts';
import { readCallback, verifyCallback } from './callback.ts';
import { type Client, makeClient } from './client.ts';
import * as map from './map.ts';
import type { Settings } from './settings.ts';
import * as wire from './wire.ts';

/** The context of a connector's steps. */
interface Account {
  readonly client: Client;
  readonly settings: Settings;
}

/** The deadline had passed before any request, which is not conclusive. */
const tooLate = Promise.resolve<ConnectorAnswer>({
  outcome: { kind: 'unknown', cause: 'timeout' },
  provider_reference: null,
  raw: null,
});

export function makeConnector(settings: Settings, { http, clock }: ProviderDependencies): Connector {
  const { base_url, secret_key, webhook_secret: secret, webhook_tolerance_s: tolerance_s } = settings;
  const account: Account = { client: makeClient({ http, base_url, secret_key }), settings };
  return {
    collect: (request, signal) => (signal.aborted ? tooLate : collect(account, request, signal)),
    ...(settings.payout_modes.size > 0 && {
      payout: (request: PayoutRequest, signal: AbortSignal) =>
        signal.aborted ? tooLate : payOut(account, request, signal),
    }),
    lookup: (request, signal) => inquire(account, request, signal),
    balance: (signal) => readBalance(account, signal),
    checkCredentials: (signal) => checkCredentials(account, signal),
    verifyCallback: (raw) =>
      verifyCallback(raw, { secret, tolerance_s, now: raw.received_at ?? clock.now() }),
    readCallback: (raw) => readCallback(raw, settings),
  };
}

/** Makes three requests, of which only the last prompts the customer. */
async function collect(
  { client, settings }: Account,
  request: CollectRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const needs = needsOf(settings.collect_modes, settings, request);
  if ('outcome' in needs) return needs;
  const { mode, amount, phone_number } = needs;

  const customer = madeUpCustomer(settings, request.reference, phone_number);
  const body = map.wireTransactionOf(request, amount, customer);
  const created = await client.create('transaction', body, signal);
  const record = readOk(created, (text) => wire.readRecord('transaction', text));
  if (!record) return notCreated({ client, settings }, 'transaction', request, created, signal);

  const made = await client.makeToken(record.id, signal);
  const token = readOk(made, wire.readToken);
  if (token === undefined) return nobodyAsked(made, record.id);

  const pushed = await client.push(mode, { token, phone_number }, signal);
  const isTaken = isOk(pushed) && wire.isIntent(pushed.text);
  const outcome = isTaken ? map.pendingOf('transaction') : said(pushed);
  return { outcome, provider_reference: record.id, raw: { http: statusOf(pushed), ...record } };
}

/** Makes two requests, of which only the last sends money. */
async function payOut(
  { client, settings }: Account,
  request: PayoutRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const needs = needsOf(settings.payout_modes, settings, request);
  if ('outcome' in needs) return needs;
  const { mode, amount, phone_number } = needs;

  const { first_name: firstname, last_name: lastname } = request;
  const named = firstname !== null && lastname !== null ? { firstname, lastname, phone_number } : null;
  const customer = { ...madeUpCustomer(settings, request.reference, phone_number), ...named };
  const isCustomer = Object.keys(customer).length > 0;
  const body = map.wirePayoutOf(request, amount, mode, isCustomer ? customer : null);
  const created = await client.create('payout', body, signal);
  const record = readOk(created, (text) => wire.readRecord('payout', text));
  if (!record) return notCreated({ client, settings }, 'payout', request, created, signal);

  const started = await client.start({ payouts: [{ id: wireId(record.id), phone_number }] }, signal);
  const after = readOk(started, wire.readStarted);
  const outcome = after?.id === record.id ? map.outcomeOf('payout', after, settings) : said(started);
  const raw = { http: statusOf(started), ...(after ?? record) };
  return { outcome, provider_reference: record.id, raw };
}

/** Inquires by FedaPay's id or, if the response with that id was lost, by our reference. */
async function inquire(
  { client, settings }: Account,
  request: LookupRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const kind = request.direction === 'collect' ? 'transaction' : 'payout';
  const { reference, provider_reference } = request;
  const found =
    provider_reference === null
      ? await client.findOurs(kind, reference, signal)
      : await client.find(kind, provider_reference, signal);
  const record = readOk(found, (text) => wire.readRecord(kind, text));
  const raw = { http: statusOf(found), ...record };
  // A result found by our reference must contain that reference; otherwise the transaction is not ours.
  const isOurs = record && (record.reference ?? (provider_reference && reference)) === reference;
  if (record && isOurs) {
    return { outcome: map.outcomeOf(kind, record, settings), provider_reference: record.id, raw };
  }
  // FedaPay does not document the meaning of "not found", so it never ends the request as failed. A proxy's 404 says
  // even less.
  const isMissing = found.kind === 'reply' && found.status === 404 && wire.isRefusal(found.text);
  const outcome: Outcome = isMissing ? { kind: 'unknown', cause: 'not_found' } : unknownFrom(found);
  return { outcome, provider_reference, raw };
}

/**
 * The outcome when nothing was created, so that the customer was not asked to pay. If the reference exists already,
 * an earlier request used it, and an inquiry follows.
 */
async function notCreated(
  account: Account,
  kind: wire.Kind,
  request: CollectRequest | PayoutRequest,
  created: HttpResult,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  if (created.kind !== 'reply' || !isRefused(created)) return nobodyAsked(created, null);
  const { client, settings } = account;
  const found = await client.findOurs(kind, request.reference, signal);
  const record = readOk(found, (text) => wire.readRecord(kind, text));
  // An inquiry without a response leaves open whether the earlier request moved money.
  if (!isOk(found) && wire.isAboutReference(created.text)) {
    return { outcome: unknownFrom(found), provider_reference: null, raw: { http: statusOf(created) } };
  }
  if (record?.reference !== request.reference) return nobodyAsked(created, null);
  const outcome = map.outcomeOf(kind, record, settings);
  return { outcome, provider_reference: record.id, raw: { http: statusOf(found), ...record } };
}

/** The outcome of a failure before the request that moves money: nothing moves without that request. */
function nobodyAsked(result: HttpResult, provider_reference: string | null): ConnectorAnswer {
  const status = result.kind === 'reply' ? result.status : null;
  // 401, 403 and 429 concern the account, not the request.
  const isAboutRequest =
    status !== null && status >= 400 && status < 500 && ![401, 403, 429].includes(status);
  const operator_code =
    result.kind === 'reply' ? `http_${result.status}` : result.kind === 'lost' ? result.cause : 'not_sent';
  return {
    outcome: {
      kind: 'failed',
      reason: isAboutRequest ? 'other' : 'operator_down',
      operator_code,
      reached_customer: false,
    },
    provider_reference,
    raw: { http: statusOf(result) },
  };
}

/** The outcome of the request that moves money, if its response does not state one. */
function said(result: HttpResult): Outcome {
  if (result.kind !== 'reply' || !isRefused(result)) return outcomeWithoutAnswer(result);
  const operator_code = `http_${result.status}`;
  // These come from the gateway. A 400 or a 422, however, may be an operator's response after the customer was
  // asked.
  const atTheDoor = [401, 403, 404].includes(result.status);
  return {
    kind: 'failed',
    // These two concern the account, not the request.
    reason: [401, 403].includes(result.status) ? 'operator_down' : 'other',
    operator_code,
    ...(atTheDoor && { reached_customer: false as const }),
  };
}

interface Needs {
  readonly mode: string;
  readonly amount: number;
  readonly phone_number: map.WirePhone;
}

/** Collects the parts of a request; returns a refusal if one of them is missing. */
function needsOf(
  modes: ReadonlyMap<string, string>,
  settings: Settings,
  { operator, money, phone }: CollectRequest | PayoutRequest,
): Needs | ConnectorAnswer {
  const mode = modes.get(operator);
  const amount = map.wholeAmountOf(money);
  const phone_number = map.wirePhoneOf(phone, settings.phone_format);
  if (mode === undefined) return refusedBefore('no_mode');
  if (amount === null) return refusedBefore('amount_not_whole');
  return phone_number === undefined ? refusedBefore('no_country') : { mode, amount, phone_number };
}

/** A refusal by our own settings or FedaPay's rules, before any request. */
function refusedBefore(operator_code: string): ConnectorAnswer {
  return {
    outcome: { kind: 'failed', reason: 'other', operator_code, reached_customer: false },
    provider_reference: null,
    raw: null,
  };
}

/**
 * FedaPay identifies a customer by the e-mail address: each request gets an address of its own, so that no customer
 * is ever overwritten.
 */
function madeUpCustomer(
  { customer_email_domain: domain }: Settings,
  reference: string,
  phone_number: map.WirePhone,
): object | null {
  if (domain === null) return null;
  return { firstname: 'Client', lastname: 'Mobile', email: `${reference}@${domain}`, phone_number };
}

async function readBalance({ client, settings }: Account, signal: AbortSignal): Promise<WalletBalance[]> {
  const result = await client.balances(signal);
  const balances = readOk(result, wire.readBalances);
  if (!balances) throw new Error(`the balance could not be read: ${statusOf(result)}`);
  return balances.map(({ mode, amount }) => {
    const money = map.moneyOf(amount, settings.currency);
    if (!money) throw new Error(`the balance of ${mode} is not an amount`);
    return { wallet: mode, money };
  });
}

async function checkCredentials({ client }: Account, signal: AbortSignal): Promise<CredentialCheck> {
  const result = await client.balances(signal);
  if (readOk(result, wire.readBalances)) return { kind: 'good' };
  if (result.kind === 'reply' && (result.status === 401 || result.status === 403)) {
    return { kind: 'bad', problem: 'FedaPay refuses the secret key: is it a key for this environment?' };
  }
  return { kind: 'unknown', problem: `FedaPay could not be reached (${statusOf(result)}).` };
}

function readOk<Value>(result: HttpResult, read: (text: string) => Value | undefined): Value | undefined {
  return isOk(result) ? read(result.text) : undefined;
}

function isOk(result: HttpResult): result is Extract<HttpResult, { kind: 'reply' }> {
  return result.kind === 'reply' && result.status >= 200 && result.status < 300;
}

/** Whether a response is a refusal by FedaPay itself. */
function isRefused({ status, text }: { readonly status: number; readonly text: string }): boolean {
  return [400, 401, 403, 404, 422].includes(status) && wire.isRefusal(text);
}

function statusOf(result: HttpResult): number | string {
  return result.kind === 'reply' ? result.status : `${result.kind}: ${result.cause}`;
}

/** Numeric ids are sent as numbers. */
function wireId(id: string): number | string {
  return /^\d{1,15}$/.test(id) ? Number(id) : id;
}
