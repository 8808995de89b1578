import { limits } from '@guichet/kernel/limits';
import { ageOf } from '../age-of.ts';
import type {
  CollectRequest,
  Connector,
  ConnectorAnswer,
  ConnectorDescriptor,
  LookupRequest,
  OtpRequest,
  PayoutRequest,
  RefundRequest,
} from '../contract.ts';
import { makeCallback, readCallback, verifyCallback } from './callback.ts';
import { otp_attempts_max, rightOtp, scenarioOf } from './scenarios.ts';
import type { SandboxConfig, SandboxDependencies, SandboxOrder, SandboxTransaction } from './store.ts';
import { type Truth, truthOf } from './truth.ts';
import { providerReferenceOf, writeTransaction } from './wire.ts';

/** A reference that is not in the books after this time will never be recorded. */
const never_received_after_ms = 60_000;

const noAnswer: ConnectorAnswer = {
  outcome: { kind: 'unknown', cause: 'timeout' },
  provider_reference: null,
  raw: null,
};

/**
 * The sandbox operator behind the connector contract: no network, no money. Its behaviour is in
 * `scenarios.ts`, selected by the last two digits of the phone number. `create` throws when the callback key
 * is empty.
 */
export const sandbox: ConnectorDescriptor<SandboxConfig, SandboxDependencies> = {
  id: 'sandbox',
  display_name: 'Sandbox',
  callback_trust: 'signed',
  create: makeSandbox,
};

function makeSandbox({ callback_key }: SandboxConfig, deps: SandboxDependencies): Connector {
  if (callback_key === '')
    throw new Error('the sandbox needs a callback key: anyone can sign with an empty one');
  return {
    collect: (request, signal) => collect(callback_key, deps, request, signal),
    payout: (request, signal) => send(callback_key, deps, 'payout', request, signal),
    refund: (request, signal) => send(callback_key, deps, 'refund', request, signal),
    lookup: (request) => lookup(deps, request),
    submitOtp: (request) => submitOtp(deps, request),
    // The same code is sent again, so nothing needs to be recorded.
    resendOtp: (request) => lookup(deps, request),
    verifyCallback: (raw) => verifyCallback(callback_key, raw),
    readCallback,
  };
}

async function collect(
  callback_key: string,
  deps: SandboxDependencies,
  request: CollectRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { reference, phone, money, page_url, session_expires_at, otp } = request;
  const order: SandboxOrder = {
    reference,
    direction: 'collect',
    phone,
    money,
    session_page_url: page_url,
    session_expires_at,
    created_at: deps.clock.now(),
  };
  return take(callback_key, deps, order, otp, signal);
}

/** Sends a payout, or a refund of a collection. */
async function send(
  callback_key: string,
  deps: SandboxDependencies,
  direction: 'payout' | 'refund',
  request: PayoutRequest | RefundRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { reference, phone, money } = request;
  const created_at = deps.clock.now();
  const order: SandboxOrder = {
    reference,
    direction,
    phone,
    money,
    session_page_url: null,
    session_expires_at: new Date(created_at.getTime() + limits.session_lifetime_ms),
    created_at,
  };
  return take(callback_key, deps, order, null, signal);
}

/** Records an order, once for each reference, and returns the response that its scenario defines. */
async function take(
  callback_key: string,
  deps: SandboxDependencies,
  order: SandboxOrder,
  otp: string | null,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  // An aborted request is not recorded. A later inquiry reports it as not found, like a request that the network
  // lost.
  if (signal.aborted) return noAnswer;
  const opened = await deps.store.open(order);
  let { transaction } = opened;
  if (opened.is_new) {
    transaction = await tryOtp(deps, transaction, otp);
    await sendCallbacks(callback_key, deps, transaction);
  }
  const { answer } = scenarioOf(transaction);
  if (answer === 'none') return noAnswer;
  if (answer === 'books') return answerOf(transaction, truthOf(transaction, deps.clock.now()));
  const action = transaction.direction === 'collect' ? ({ kind: 'prompt' } as const) : null;
  return answerOf(transaction, { kind: 'pending', action });
}

/** Sends or schedules the callbacks of a new transaction; a decision sends its own callback. */
async function sendCallbacks(
  callback_key: string,
  { callbacks }: SandboxDependencies,
  transaction: SandboxTransaction,
): Promise<void> {
  for (const moment of scenarioOf(transaction).callbacks) {
    if (moment === 'decision') continue;
    const delay_ms = moment === 'before_answer' ? 0 : moment;
    const at = new Date(transaction.created_at.getTime() + delay_ms);
    const raw = makeCallback(callback_key, transaction.reference, truthOf(transaction, at));
    await (moment === 'before_answer' ? callbacks.deliver(raw) : callbacks.schedule(raw, at));
  }
}

async function lookup(
  { store, clock }: SandboxDependencies,
  request: LookupRequest,
): Promise<ConnectorAnswer> {
  const transaction = await store.find(request.reference);
  if (transaction) return answerOf(transaction, truthOf(transaction, clock.now()));
  return answerNotFound(request, clock.now());
}

/**
 * Responds to an inquiry about an unknown reference. "Not found" does not prove a failure while the request may
 * still be in flight. Unlike a real operator's, the sandbox's books are in our own database, and a call to it ends
 * within seconds, so no request is still in flight after a minute.
 */
function answerNotFound(request: LookupRequest, now: Date): ConnectorAnswer {
  const isOld = ageOf(request, now) >= never_received_after_ms;
  return {
    outcome: isOld
      ? { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' }
      : { kind: 'unknown', cause: 'not_found' },
    provider_reference: null,
    raw: { status: 'not_found' },
  };
}

async function submitOtp(deps: SandboxDependencies, request: OtpRequest): Promise<ConnectorAnswer> {
  const found = await deps.store.find(request.reference);
  if (!found) return answerNotFound(request, deps.clock.now());
  const transaction = await tryOtp(deps, found, request.otp);
  return answerOf(transaction, truthOf(transaction, deps.clock.now()));
}

/** Checks a one-time code if the transaction waits for one; otherwise changes nothing. */
async function tryOtp(
  { store, clock }: SandboxDependencies,
  transaction: SandboxTransaction,
  otp: string | null,
): Promise<SandboxTransaction> {
  const isAwaited = scenarioOf(transaction).decided_by === 'otp' && transaction.decision === null;
  if (otp === null || !isAwaited) return transaction;
  const { reference } = transaction;
  if (otp === rightOtp) return await store.decide(reference, 'approved', clock.now());
  const otp_attempts = await store.addOtpAttempt(reference);
  if (otp_attempts >= otp_attempts_max) return await store.decide(reference, 'refused', clock.now());
  return { ...transaction, otp_attempts };
}

function answerOf({ reference }: SandboxTransaction, truth: Truth): ConnectorAnswer {
  return {
    outcome: truth,
    provider_reference: providerReferenceOf(reference),
    raw: writeTransaction(reference, truth),
  };
}
