import type { Money } from '@guichet/kernel/money';
import { post } from '../../ledger/post.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { noteReceived, type Payment } from '../queries.ts';
import { transitionPayment } from '../transition.ts';
import type { Judgement } from './judge.ts';
import { keepMoney } from './keep.ts';
import { suspenseCorrection, suspenseReceipt } from './postings.ts';
import { type Attempt, updateAttempt } from './queries.ts';
import type { Paying } from './settle-payment.ts';
import { nothing_received } from './taken.ts';
import { transitionAttempt, type Via } from './transition.ts';

/** Unexpected money. */
export interface Arrival extends Paying {
  readonly money: Money;
  readonly judgement: Judgement;
  readonly provider_reference: string | null;
  readonly raw: unknown;
  readonly via: Via;
}

/**
 * Books money into suspense as received and applies the merchant's choice; if the choice is to ask, the attempt
 * needs review. The payment is `processing` until the decision, so that the customer does not pay again.
 */
export async function holdMoney(
  ctx: Pick<Context, 'clock' | 'log'>,
  tx: Connection,
  { payment, session, attempt, money, judgement, provider_reference, raw, via, at }: Arrival,
): Promise<void> {
  const received = { received_minor: money.amount_minor, received_currency: money.currency };
  const { choice, cause } = judgement;
  const facts = {
    ...nothing_received,
    ...received,
    provider_reference,
    mismatch: cause === 'wrong_amount' ? mismatchOf(money) : null,
    unknown_cause: cause,
    failure_reason: null,
    operator_code: null,
    needs_review: choice === 'ask',
    settled_at: at,
  };
  const changed = await transitionAttempt(tx, attempt, { event: 'held', via, at, raw, facts });
  if (!changed) await updateAttempt(tx, attempt, 'held', facts);
  const held: Attempt = { ...attempt, ...facts, status: 'held' };
  await post(tx, suspenseReceipt(held, at));
  const waiting = await waitForDecision(ctx, tx, payment, held, at);
  const { mismatch } = facts;
  ctx.log.error({ attempt_id: attempt.id, mismatch, cause, choice }, 'unexpected money arrived');
  if (choice === 'ask') return;
  const kept_minor = { accept: money.amount_minor, refund_difference: attempt.charged_minor, refund_all: 0n };
  await keepMoney(ctx, tx, { payment: waiting, session, attempt: held, at }, kept_minor[choice], via);
}

/** Takes the held money of an attempt out of suspense, because the operator now reports something else. */
export async function releaseHeld(tx: Connection, attempt: Attempt, at: Date): Promise<Attempt> {
  await post(tx, suspenseCorrection(attempt, at));
  return { ...attempt, ...nothing_received };
}

/** Returns an amount in the form in which the attempt records it. */
export function mismatchOf({ amount_minor, currency }: Money): string {
  return JSON.stringify({ amount_minor: String(amount_minor), currency });
}

async function waitForDecision(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  payment: Payment,
  { id: attempt_id, received_minor, received_currency }: Attempt,
  at: Date,
): Promise<Payment> {
  const received = { received_minor, received_currency };
  const facts = { ...received, failure_reason: null, failure_operator_code: null };
  const waiting = await transitionPayment(ctx, tx, payment, { event: 'money_held', at, attempt_id, facts });
  if (waiting) return waiting;
  // A reversed payment keeps its record of the reversal until this money is accepted.
  if (payment.status === 'reversed') return payment;
  await noteReceived(tx, payment, received);
  return { ...payment, ...received };
}
