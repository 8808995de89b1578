import type { Money } from '@guichet/kernel/money';
import { findMerchant, type Merchant } from '../../accounts/merchants/queries.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { hasPlace } from '../link/place.ts';
import { isOver, type Paying } from './settle-payment.ts';
import type { Via } from './transition.ts';

type Choices = Pick<Merchant, 'on_underpaid' | 'on_overpaid' | 'on_paid_late' | 'on_paid_twice'>;

/** The judgement of received money: the merchant's choice, and the reason why the money was unexpected. */
export interface Judgement {
  readonly choice: Merchant['on_overpaid'];
  /** Null when the money arrived as requested. */
  readonly cause: 'wrong_amount' | 'paid_late' | null;
}

/**
 * Judges money received for a payment by the merchant's current choices. If two choices apply, the more careful one
 * counts. Amounts in a different currency cannot be compared, so they need review. Late money of a payment link with
 * a limit is refunded if another customer has got the place.
 *
 * @param via with `person`, lateness does not count: the person who decided has seen it
 */
export async function judgeArrival(
  tx: Connection,
  { payment, session, attempt, at }: Paying,
  money: Money,
  via: Via,
): Promise<Judgement> {
  // The session of a reversed payment ended because the payment was paid.
  const canBeLate = via !== 'person' && payment.status !== 'reversed';
  const isLate = canBeLate && (payment.status !== 'processing' || isOver(session, at));
  const isAsked = isAskedFor(money, attempt);
  if (isAsked && !isLate) return { choice: 'accept', cause: null };
  // A payment in progress has its place.
  if (isLate && payment.status !== 'processing' && !(await hasPlace(tx, payment)))
    return { choice: 'refund_all', cause: 'paid_late' };
  const merchant = await choicesOf(tx, payment);
  const late = isLate ? merchant.on_paid_late : 'accept';
  if (isAsked) return { choice: late, cause: late === 'accept' ? null : 'paid_late' };
  return { choice: moreCareful(choiceFor(merchant, attempt, money), late), cause: 'wrong_amount' };
}

/** Reads the merchant's current choices. */
export async function choicesOf(
  tx: Connection,
  { merchant_id }: Pick<Paying['payment'], 'merchant_id'>,
): Promise<Choices> {
  const merchant = await findMerchant(tx, merchant_id);
  if (!merchant) throw new Error(`merchant ${merchant_id} is gone`);
  return merchant;
}

/** Whether money has the amount and the currency that an attempt requested. */
export function isAskedFor(
  money: Money,
  { charged_minor, currency }: Pick<Paying['attempt'], 'charged_minor' | 'currency'>,
): boolean {
  return money.amount_minor === charged_minor && money.currency === currency;
}

function choiceFor(
  { on_underpaid, on_overpaid }: Choices,
  { charged_minor, currency }: Paying['attempt'],
  money: Money,
): Judgement['choice'] {
  if (money.currency !== currency) return 'ask';
  return money.amount_minor < charged_minor ? on_underpaid : on_overpaid;
}

function moreCareful(one: Judgement['choice'], other: Judgement['choice']): Judgement['choice'] {
  if (one === 'ask' || other === 'ask') return 'ask';
  return one === 'refund_all' || other === 'refund_all' ? 'refund_all' : one;
}
