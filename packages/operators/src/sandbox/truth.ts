import type { Money } from '@guichet/kernel/money';
import type { CustomerAction, Outcome } from '@guichet/kernel/outcome';
import { type Moment, type State, scenarioOf } from './scenarios.ts';
import type { SandboxTransaction } from './store.ts';

/** Every outcome except `unknown`, because the state of a transaction in the sandbox is never uncertain. */
export type Truth = Exclude<Outcome, { readonly kind: 'unknown' }>;

/**
 * Returns the state of a transaction at the sandbox operator at a given time. The operator's responses are derived
 * from this state.
 */
export function truthOf(transaction: SandboxTransaction, now: Date): Truth {
  const { reversed_at, money } = transaction;
  if (reversed_at !== null && now >= reversed_at)
    return { kind: 'reversed', operator_code: 'reversed', money };
  const { first, changes } = scenarioOf(transaction);
  const latest = changes.findLast(({ at }) => hasCome(at, transaction, now));
  return describeState(latest?.state ?? first, transaction);
}

function hasCome(moment: Moment, transaction: SandboxTransaction, now: Date): boolean {
  if (typeof moment === 'number') return now.getTime() >= transaction.created_at.getTime() + moment;
  if (moment === 'session_expired') return now >= transaction.session_expires_at;
  return transaction.decision === moment;
}

function describeState(state: State, transaction: SandboxTransaction): Truth {
  switch (state.kind) {
    case 'pending':
      return { kind: 'pending', action: describeAction(state.action, transaction) };
    case 'settled':
      return {
        kind: 'settled',
        money: state.amount === 'asked' ? transaction.money : anotherAmount(transaction.money),
      };
    case 'failed':
      return state;
  }
}

function describeAction(
  kind: CustomerAction['kind'],
  transaction: SandboxTransaction,
): CustomerAction | null {
  if (transaction.direction !== 'collect') return null;
  switch (kind) {
    case 'prompt':
      return { kind };
    case 'otp':
      return { kind, can_resend: true, ...(transaction.otp_attempts > 0 && { problem: 'wrong_otp' }) };
    case 'redirect':
      return { kind, url: `${transaction.session_page_url}/sandbox` };
  }
}

/**
 * Returns an amount other than the requested one: one minor unit less if possible, otherwise one more, because the
 * amount is never zero.
 */
function anotherAmount(money: Money): Money {
  const difference = money.amount_minor > 1n ? -1n : 1n;
  return { ...money, amount_minor: money.amount_minor + difference };
}
