import { setTimeout } from 'node:timers/promises';
import { asCurrency } from '@guichet/kernel/currencies';
import type { Connector, ConnectorAnswer } from '@guichet/operators/contract';
import { callConnector, openConnector } from '../../operator-calls/call.ts';
import { noteCall } from '../../operator-calls/circuits/note.ts';
import { applyLater } from '../../operator-calls/late-answers.ts';
import { startLease } from '../../operator-calls/lease.ts';
import type { Context } from '../../platform/context.ts';
import { applyAnswer, applyOutcome } from '../attempt/apply-outcome.ts';
import type { NewAttempt } from '../attempt/queries.ts';
import { checkoutUrl } from './initialize.ts';
import type { Opened } from './open-with.ts';

type Ctx = Pick<
  Context,
  'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'public_url' | 'tokens' | 'references'
>;

/**
 * The time that the customer waits for each call; if it has no result by then, status inquiries follow. The call goes
 * on only if its connector states a longer time.
 */
const call_ms = 10_000;
/** The time for all the calls that one press of "Pay" causes, from the commit of the first attempt. */
const try_ms = 12_000;
/** With less time left, no other account is asked. */
const call_min_ms = 2_000;

/**
 * Sends the collection request of a committed attempt, and applies the response. While the response proves that
 * the customer was not asked to pay, and time remains, the merchant's next account is tried.
 */
export async function collect(ctx: Ctx, opened: Opened): Promise<void> {
  const until_ms = performance.now() + try_ms;
  let attempt: NewAttempt | null = opened.attempt;
  let { lease } = opened;
  while (attempt) {
    const { merchant_id, payment_id, id: attempt_id } = attempt;
    const key = { merchant_id, payment_id, attempt_id };
    const left_ms = until_ms - performance.now();
    // The transaction that opened this attempt took too long.
    if (left_ms < call_min_ms) return applyOutcome(ctx, key, not_sent, 'answer');
    const connector = await openOrNull(ctx, attempt);
    const patience_ms = Math.min(call_ms, left_ms);
    const within_ms = (connector?.answer_within_s?.collect ?? 0) * 1000;
    const asking = connector
      ? ask(ctx, connector, { ...opened, attempt, lease }, Math.max(patience_ms, within_ms))
      : Promise.resolve(unusable);
    const answer = within_ms > patience_ms ? await orNullAfter(patience_ms, asking) : await asking;
    if (!answer) return leaveToLater(ctx, attempt, asking);
    const was_clean = opened.was_clean && attempt === opened.attempt;
    await noteCall(ctx, attempt, answer.outcome, was_clean);
    // A process that was suspended tries no other account: the customer may have left long ago.
    if (lease.isOver() || until_ms - performance.now() < call_min_ms)
      return applyOutcome(ctx, key, answer, 'answer');
    lease = startLease(ctx);
    attempt = await applyAnswer(ctx, key, answer, attempt);
  }
}

/** @returns null if the account cannot be opened now, for whatever reason: nothing is sent, and the customer is told */
async function openOrNull(ctx: Ctx, attempt: NewAttempt): Promise<Connector | null> {
  const { id, account_id } = attempt;
  try {
    return await openConnector(ctx, attempt);
  } catch (error) {
    // The sandbox always exists; without it the service is miswired.
    if (account_id === null) throw error;
    ctx.log.error({ id, account_id, err: error }, 'an account cannot be opened');
    return null;
  }
}

/** @returns null if the response has not arrived by then */
async function orNullAfter(
  wait_ms: number,
  asking: Promise<ConnectorAnswer>,
): Promise<ConnectorAnswer | null> {
  const enough = new AbortController();
  try {
    return await Promise.race([asking, setTimeout(wait_ms, null, { signal: enough.signal })]);
  } finally {
    enough.abort();
  }
}

/**
 * Ends the customer's wait for a response that is the only report on the payment: the outcome is unknown until it
 * arrives. No other account is tried after that, because the customer is no longer there to be asked.
 */
function leaveToLater(ctx: Ctx, attempt: NewAttempt, asking: Promise<ConnectorAnswer>): Promise<void> {
  const { merchant_id, payment_id, id: attempt_id } = attempt;
  const key = { merchant_id, payment_id, attempt_id };
  const noted = applyOutcome(ctx, key, not_answered, 'answer');
  applyLater(ctx, attempt_id, async () => {
    const answer = await asking;
    await Promise.allSettled([noted]);
    await noteCall(ctx, attempt, answer.outcome);
    await applyOutcome(ctx, key, answer, 'answer');
  });
  return noted;
}

async function ask(
  ctx: Ctx,
  connector: Connector,
  { attempt, description, session, otp, lease }: Opened,
  deadline_ms: number,
): Promise<ConnectorAnswer> {
  const { merchant_id, id } = attempt;
  const page_url = checkoutUrl(ctx, ctx.tokens.tokenOf(session.token));
  const sensitive = [attempt.phone, otp];
  const call = { merchant_id, id, verb: 'collect', sensitive } as const;
  return callConnector(
    ctx,
    call,
    deadline_ms,
    (signal) =>
      connector.collect(
        {
          reference: attempt.reference,
          operator: attempt.operator,
          phone: attempt.phone,
          money: { amount_minor: attempt.charged_minor, currency: asCurrency(attempt.currency) },
          description,
          otp,
          page_url,
          return_url: `${page_url}?returned=1`,
          session_expires_at: session.expires_at,
        },
        signal,
      ),
    lease,
  );
}

/** Nothing was sent, because too little time was left. */
const not_sent: ConnectorAnswer = {
  outcome: { kind: 'failed', reason: 'operator_down', operator_code: 'not_sent', reached_customer: false },
  provider_reference: null,
  raw: { problem: 'the time for all calls of this payment was over' },
};

/** The response may still arrive. */
const not_answered: ConnectorAnswer = {
  outcome: { kind: 'unknown', cause: 'timeout' },
  provider_reference: null,
  raw: { problem: 'no response yet' },
};

/** Nothing was sent. */
const unusable: ConnectorAnswer = {
  outcome: {
    kind: 'failed',
    reason: 'operator_down',
    operator_code: 'account_unusable',
    reached_customer: false,
  },
  provider_reference: null,
  raw: { problem: 'the account could not be opened' },
};
