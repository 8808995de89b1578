import { timestampText } from '@guichet/kernel/clock';
import { majorText } from '@guichet/kernel/money';
import { getPayment } from '../../payments/queries.ts';
import { referenceOf } from '../../payments/reference.ts';
import type { VisitorActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { publicKeyOf, readCode } from './code.ts';
import { findCollection, findPaid, listKeys, type Paid } from './queries.ts';
import { readSums } from './read-sums.ts';
import type { ReceiptVerdict } from './schemas.ts';

const forged: ReceiptVerdict = {
  genuine: false,
  receipt: null,
  state: null,
  refunded_amount: null,
  collected_at: null,
};

/**
 * Verifies a receipt's code, and reports what has happened to the payment since. A code that this service did not
 * sign is an expected result, not an error.
 *
 * @throws AppError `forbidden`
 */
export async function verifyReceipt(
  ctx: Pick<Context, 'db'>,
  actor: VisitorActor,
  code: string,
): Promise<ReceiptVerdict> {
  requireScope(actor, 'links:use');
  const keys = await listKeys(ctx.db);
  const claim = readCode(code, (id) => {
    const key = keys.find((one) => one.id === id);
    return key && publicKeyOf(key.public_key);
  });
  if (!claim) return forged;
  const { reference, mode, merchant_name, amount, currency, paid_at } = claim;
  const [paid, ...others] = await findPaid(ctx.db, { reference, mode });
  return {
    genuine: true,
    receipt: {
      ...{ merchant_name, amount, currency, paid_at },
      reference: referenceOf(reference),
      livemode: mode === 'live',
    },
    ...(paid && others.length === 0 ? await newsOf(ctx.db, paid) : unknown_state),
  };
}

type News = Pick<ReceiptVerdict, 'state' | 'refunded_amount' | 'collected_at'>;

const unknown_state: News = { state: 'unknown', refunded_amount: null, collected_at: null };

async function newsOf(db: Connection, paid: Paid): Promise<News> {
  const { merchant_id, id } = paid;
  const payment = await getPayment(db, merchant_id, id);
  const { refunded } = await readSums(db, payment);
  const collection = await findCollection(db, paid);
  const collected_at = collection ? timestampText(collection.collected_at) : null;
  const refunded_amount = refunded && majorText(refunded.sum);
  if (payment.status === 'reversed') return { state: 'reversed', refunded_amount, collected_at };
  if (!refunded) return { state: 'paid', refunded_amount, collected_at };
  return { state: refunded.is_whole ? 'refunded' : 'partly_refunded', refunded_amount, collected_at };
}
