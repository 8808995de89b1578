import { type Money, majorText } from '@guichet/kernel/money';
import { maskPhone } from '@guichet/kernel/phone';
import { findOperator } from '@guichet/operators/catalogue';
import { type ContactObject, contactOf } from '../../accounts/merchants/contact.ts';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import type { Logo } from '../../accounts/merchants/logo/picture.ts';
import { findLogo } from '../../accounts/merchants/logo/queries.ts';
import type { Attempt } from '../../payments/attempt/queries.ts';
import { findLink } from '../../payments/link/queries.ts';
import { textOrNull } from '../../payments/link/visit.ts';
import { getPayment, type Payment } from '../../payments/queries.ts';
import { referenceOf } from '../../payments/reference.ts';
import type { VisitorActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Mode } from '../../platform/database/columns.ts';
import { SecretKeyError } from '../../platform/secrets/keep-secret.ts';
import { writeCode } from './code.ts';
import { requirePaid } from './find.ts';
import { signingKey } from './keys.ts';
import { findCollection } from './queries.ts';
import { type Refunded, readSums } from './read-sums.ts';

/** A receipt as anyone with its address sees it: it names no one, and masks the number. */
export interface Receipt {
  /** As people read it out: `7KQ2M-9XD4A`. */
  readonly reference: string;
  readonly mode: Mode;
  readonly merchant_name: string;
  readonly logo: Logo | null;
  readonly contact: ContactObject;
  readonly description: string | null;
  /** The merchant's words to those who paid through a payment link. */
  readonly thank_you: string | null;
  readonly total: Money;
  /** The fee in the total; null if none is known. */
  readonly fee: Money | null;
  readonly operator_name: string;
  /** The number that paid, masked; null if it was erased. */
  readonly phone: string | null;
  /** The operator's own number of the payment; null if it gave none. */
  readonly operator_receipt: string | null;
  readonly paid_at: Date;
  /** The part that was refunded since; null if nothing was. */
  readonly refunded: Refunded | null;
  /** The time when the operator took the money back; null if it did not. */
  readonly reversed_at: Date | null;
  /** The time when the goods were handed over; null if no one has recorded it. */
  readonly collected_at: Date | null;
  /** The signed text for a QR code; null while the key that signs cannot be decrypted. */
  readonly code: string | null;
}

type Ctx = Pick<Context, 'db' | 'clock' | 'secrets' | 'log'>;

/**
 * Gets the receipt of a payment by its reference.
 *
 * @param text the reference as written
 * @throws AppError `forbidden`, `recovering`, `receipt_not_found`, also for a payment that is not paid
 */
export async function showReceipt(ctx: Ctx, actor: VisitorActor, text: string): Promise<Receipt> {
  requireScope(actor, 'links:use');
  const { merchant_id, id } = await requirePaid(ctx.db, text);
  const payment = await getPayment(ctx.db, merchant_id, id);
  const merchant = await requireMerchant(ctx, merchant_id);
  const { attempt, total, fee, refunded } = await readSums(ctx.db, payment);
  const code = await codeOf(ctx, { payment, total, merchant_name: merchant.name });
  return {
    reference: referenceOf(id),
    mode: payment.mode,
    merchant_name: merchant.name,
    logo: (await findLogo(ctx.db, merchant_id)) ?? null,
    contact: contactOf(merchant),
    description: payment.description,
    thank_you: await thanksOf(ctx, payment),
    total,
    fee,
    operator_name: nameOf(payment.operator ?? attempt?.operator ?? ''),
    phone: phoneOf(attempt),
    operator_receipt: attempt?.receipt ?? attempt?.provider_reference ?? null,
    paid_at: paidAt(payment),
    refunded,
    reversed_at: payment.reversed_at,
    collected_at: (await findCollection(ctx.db, { merchant_id, id }))?.collected_at ?? null,
    code,
  };
}

/** Signs the receipt. A receipt that cannot be signed is still shown. */
async function codeOf(
  ctx: Ctx,
  {
    payment,
    total,
    merchant_name,
  }: { readonly payment: Payment; readonly total: Money; readonly merchant_name: string },
): Promise<string | null> {
  try {
    const { id: key_id, private_key } = await signingKey(ctx);
    const claim = {
      key_id,
      reference: payment.id.slice(-10),
      amount: majorText(total),
      currency: total.currency,
      paid_at: `${paidAt(payment).toISOString().slice(0, 19)}Z`,
      mode: payment.mode,
      merchant_name,
    };
    return writeCode(claim, private_key);
  } catch (error) {
    if (!(error instanceof SecretKeyError)) throw error;
    ctx.log.error({ err: error }, 'receipts are shown unsigned');
    return null;
  }
}

async function thanksOf(
  { db }: Pick<Context, 'db'>,
  { merchant_id, payment_link_id: id }: Payment,
): Promise<string | null> {
  const link = id === null ? undefined : await findLink(db, { merchant_id, id });
  return textOrNull(link?.thank_you ?? null);
}

function paidAt({ id, paid_at }: Payment): Date {
  if (paid_at === null) throw new Error(`payment ${id} has a receipt without a time`);
  return paid_at;
}

/** Masks the number of an attempt, unless it was erased. */
function phoneOf(attempt: Attempt | undefined): string | null {
  return attempt?.phone.startsWith('+') ? maskPhone(attempt.phone) : null;
}

function nameOf(operator: string): string {
  return findOperator(operator)?.name ?? operator;
}
