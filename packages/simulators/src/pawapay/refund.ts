import type { Books } from '../books.ts';
import { inHundredths, type Order, type Refusal, rejected } from './check-order.ts';
import type { Extra } from './show-transaction.ts';

const amount_text = /^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$/;

/** Reads a refund: the requested part of a deposit, or all that remains of it. */
export function checkRefund(books: Books<Extra>, body: Record<string, unknown>): Order | Refusal {
  const { refundId, depositId, amount, currency } = body;
  if (typeof refundId !== 'string' || typeof depositId !== 'string') {
    return { status: 400, code: 'MISSING_PARAMETER', message: 'refundId and depositId are needed.' };
  }
  const deposit = books.find(depositId);
  if (deposit?.direction !== 'collect') return rejected('NOT_FOUND', 'There is no such deposit.');
  if (deposit.status !== 'success') return rejected('INVALID_STATE', 'The deposit is not completed.');
  const refunds = books
    .all()
    .filter((entry) => entry.direction === 'refund' && entry.extra.order.id === depositId);
  if (refunds.some(({ status }) => status === 'pending')) {
    return rejected('REFUND_IN_PROGRESS', 'Another refund of the deposit is in progress.');
  }
  const remaining = refunds
    .filter(({ status }) => status === 'success')
    .reduce((rest, refund) => rest - inHundredths(refund.asked_amount), inHundredths(deposit.asked_amount));
  if (remaining <= 0n) return rejected('DEPOSIT_ALREADY_REFUNDED', 'The deposit was refunded.');
  const asked = amount ?? textOf(remaining);
  if (typeof asked !== 'string' || !amount_text.test(asked)) {
    return { status: 400, code: 'INVALID_PARAMETER', message: 'The value of amount is invalid.' };
  }
  if (amount !== undefined && currency !== deposit.currency) {
    return rejected('INVALID_CURRENCY', 'The currency is not that of the deposit.');
  }
  if (inHundredths(asked) > remaining) return rejected('AMOUNT_TOO_LARGE', 'More than remains.');
  // The order keeps the id of the deposit, to which a refund refers.
  return { ...deposit.extra.order, amount: asked };
}

function textOf(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.00$|(?<=\.\d)0$/, '');
}
