import { isCurrency } from '@guichet/kernel/currencies';
import { type Money, majorText, moneyFromText } from '@guichet/kernel/money';
import { type FailureReason, failureReasons, type Outcome } from '@guichet/kernel/outcome';
import type { Truth } from './truth.ts';

/** The body of a sandbox callback, and of `raw`; it never contains a phone number or a code. */
export interface WireTransaction {
  readonly reference: string;
  readonly provider_reference: string;
  readonly status: Truth['kind'];
  /** The amount that moved, a decimal in the major unit; only when settled or reversed. */
  readonly amount?: string;
  readonly currency?: string;
  /** Only when failed. */
  readonly reason?: FailureReason;
  /** Only when failed or reversed. */
  readonly operator_code?: string;
}

/** The sandbox operator's own id of a transaction. */
export function providerReferenceOf(reference: string): string {
  return `sbx_${reference.slice(0, 8)}`;
}

/** Converts an outcome to the sandbox's wire format. */
export function writeTransaction(reference: string, truth: Truth): WireTransaction {
  const head = { reference, provider_reference: providerReferenceOf(reference), status: truth.kind };
  switch (truth.kind) {
    case 'pending':
      return head;
    case 'settled':
      return { ...head, amount: majorText(truth.money), currency: truth.money.currency };
    case 'reversed': {
      const { operator_code, money } = truth;
      const amount = money && { amount: majorText(money), currency: money.currency };
      return { ...head, operator_code, ...amount };
    }
    case 'failed':
      return { ...head, reason: truth.reason, operator_code: truth.operator_code };
  }
}

/** Parses the wire format. Undefined for anything but a complete transaction. */
export function readTransaction(
  wire: unknown,
):
  | { readonly reference: string; readonly provider_reference: string; readonly outcome: Outcome }
  | undefined {
  if (typeof wire !== 'object' || wire === null) return undefined;
  const { reference, provider_reference } = wire as Partial<Record<keyof WireTransaction, unknown>>;
  const outcome = readOutcome(wire);
  if (typeof reference !== 'string' || typeof provider_reference !== 'string' || !outcome) return undefined;
  return { reference, provider_reference, outcome };
}

function readOutcome(wire: Partial<Record<keyof WireTransaction, unknown>>): Outcome | undefined {
  const { status, amount, currency, reason, operator_code } = wire;
  if (status === 'pending') return { kind: 'pending', action: null };
  if (status === 'failed' && isFailureReason(reason) && typeof operator_code === 'string') {
    return { kind: 'failed', reason, operator_code };
  }
  const money = readMoney(amount, currency);
  if (!money) return undefined;
  if (status === 'settled') return { kind: 'settled', money };
  return status === 'reversed' && typeof operator_code === 'string'
    ? { kind: 'reversed', operator_code, money }
    : undefined;
}

function readMoney(amount: unknown, currency: unknown): Money | undefined {
  if (typeof amount !== 'string' || typeof currency !== 'string' || !isCurrency(currency)) return undefined;
  const read = moneyFromText(amount, currency);
  return 'money' in read ? read.money : undefined;
}

function isFailureReason(value: unknown): value is FailureReason {
  return failureReasons.some((reason) => reason === value);
}
