import type { CheckoutSnapshot } from '@guichet/core/payments';
import { customerWith, getCheckoutSnapshot, payDirectly, type TakenPayment } from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import { formatWait } from '../checkout-page/format.ts';
import { guessOperator } from '../checkout-page/guess-operator.ts';
import type { Offer } from '../checkout-page/page.ts';
import type { PageContext } from '../checkout-page/show-page.ts';
import { offersOf } from '../checkout-page/view-of.ts';
import type { CounterPage } from './page.ts';
import type { AskState } from './views/ask.ts';

/** The customer's number as the cashier typed it. */
export interface AskForm {
  readonly phone: string;
  readonly operator: string;
  readonly otp: string;
}

/**
 * Asks the customer's phone for the money, with the operator that follows from the number.
 *
 * @returns the form again with its problem; null once the request was sent, or when the payment's page says more
 * @throws AppError `recovering`
 */
export async function askCustomer(
  ctx: PageContext,
  page: CounterPage,
  { payment, snapshot }: { readonly payment: TakenPayment; readonly snapshot: CheckoutSnapshot },
  { phone, operator: chosen, otp }: AskForm,
): Promise<AskState | null> {
  const { texts } = page;
  const offers = offersOf(snapshot);
  const country = page.merchant?.country ?? null;
  const guess = chosen === '' ? await guessOperator(ctx, snapshot, offers, { phone, country }) : undefined;
  const operator = chosen === '' ? (guess?.code ?? null) : chosen;
  const again: AskState = { phone, operator, has_choice: false, needs_otp: false, problem: null };
  if (operator === null) return chooseOperator(page, offers, again);
  const refusal = await pay(ctx, payment, { operator, phone, ...(otp !== '' && { otp }) });
  if (refusal === null) return null;
  const { code, fields } = refusal;
  switch (code) {
    case 'operator_unavailable':
      return { ...again, has_choice: true, problem: texts.unavailable };
    case 'payment_too_soon':
      return {
        ...again,
        problem: texts.too_soon(formatWait(Math.ceil(refusal.retry_after_s ?? 0), page.language)),
      };
    case 'too_many_attempts':
      return { ...again, problem: texts.too_many };
    case 'invalid_fields':
      if (fields?.phone !== undefined)
        return { ...again, has_choice: chosen !== '', problem: texts.number_wrong };
      if (fields?.operator !== undefined) return chooseOperator(page, offers, again);
      return { ...again, needs_otp: true, problem: otp === '' ? null : texts.otp_wrong };
    default:
      // The payment's page shows what is so: already asked, paid, cancelled, expired.
      return null;
  }
}

function chooseOperator({ texts }: CounterPage, offers: readonly Offer[], again: AskState): AskState {
  if (offers.length === 0) return { ...again, problem: texts.not_offered };
  return { ...again, operator: null, has_choice: true, problem: texts.operator_needed };
}

/** The refusals of a request that the cashier can do something about, or that the page shows. */
const expected: ReadonlySet<string> = new Set([
  'invalid_fields',
  'operator_unavailable',
  'payment_too_soon',
  'too_many_attempts',
  'payment_in_progress',
  'session_expired',
  'conflict',
]);

async function pay(
  ctx: PageContext,
  { token }: TakenPayment,
  means: { readonly operator: string; readonly phone: string; readonly otp?: string },
): Promise<AppError | null> {
  try {
    await payDirectly(ctx, customerWith(token), means, null);
    return null;
  } catch (error) {
    if (error instanceof AppError && expected.has(error.code)) return error;
    throw error;
  }
}

/** Reads the payment's data for its page. */
export function snapshotOf(ctx: PageContext, { token }: TakenPayment): Promise<CheckoutSnapshot> {
  return getCheckoutSnapshot(ctx, customerWith(token));
}
