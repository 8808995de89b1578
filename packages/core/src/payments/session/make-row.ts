import { asCurrency } from '@guichet/kernel/currencies';
import { makeId } from '@guichet/kernel/ids';
import { limits } from '@guichet/kernel/limits';
import { amountProblem, moneyFromMajor } from '@guichet/kernel/money';
import { parsePhone } from '@guichet/kernel/phone';
import { urlProblem } from '@guichet/kernel/url';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Mode } from '../../platform/database/columns.ts';
import type { BrandTemplate } from '../../platform/database/tables/merchants.ts';
import type { IdempotencyKey } from '../../platform/idempotency/run-idempotently.ts';
import { currencyProblem } from '../../platform/input/rules.ts';
import type { CheckoutOrder } from './insert-in-groups.ts';
import { metadataProblem } from './metadata.ts';

/** A merchant's request for a payment, validated. */
export interface CheckoutInput {
  /** Major unit. */
  readonly amount: number;
  readonly currency: string;
  readonly return_url: string;
  readonly cancel_url?: string;
  readonly description?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly template?: BrandTemplate;
  readonly customer: {
    readonly phone?: string | undefined;
    readonly email?: string | undefined;
    readonly first_name?: string | undefined;
    readonly last_name?: string | undefined;
  };
  readonly operator?: string;
  /** A decimal; given when operator and phone have already been chosen. */
  readonly fee_percent?: string;
  /** The link that the customer opened. */
  readonly payment_link_id?: string;
  /** The shift during which a cashier takes it. */
  readonly shift_id?: string;
}

/** Makes the rows of a new session and payment, with their ids. */
export function makeCheckoutRow(
  { clock, tokens }: Pick<Context, 'clock' | 'tokens'>,
  actor: Pick<MerchantActor, 'merchant_id' | 'mode'>,
  once: IdempotencyKey | null,
  input: CheckoutInput,
): CheckoutOrder['row'] {
  const now = clock.now();
  const currency = asCurrency(input.currency);
  const read = moneyFromMajor(input.amount, currency);
  if (!('money' in read)) throw new Error('the amount was checked before');
  const { phone, email, first_name, last_name } = input.customer;
  return {
    merchant_id: actor.merchant_id,
    mode: actor.mode,
    payment_id: makeId('payment'),
    token: tokens.makeHandle(),
    currency,
    amount_minor: read.money.amount_minor,
    description: input.description ?? null,
    metadata: input.metadata === undefined ? null : JSON.stringify(input.metadata),
    customer_phone: phone === undefined ? null : (parsePhone(phone)?.e164 ?? null),
    customer_email: email ?? null,
    customer_first_name: first_name ?? null,
    customer_last_name: last_name ?? null,
    return_url: input.return_url,
    cancel_url: input.cancel_url ?? null,
    template: input.template ?? null,
    operator: input.operator ?? null,
    fee_percent: input.fee_percent ?? null,
    payment_link_id: input.payment_link_id ?? null,
    shift_id: input.shift_id ?? null,
    created_at: now,
    expires_at: new Date(now.getTime() + limits.session_lifetime_ms),
    once,
  };
}

/** Rules for every request that creates a payment. */
export function checkoutRules(mode: Mode) {
  const url = (text: string) => urlProblem(text, { https_only: mode === 'live' });
  return {
    amount: (amount: number, { currency }: { currency?: string }) => amountProblem(amount, currency),
    currency: currencyProblem,
    return_url: url,
    cancel_url: url,
    metadata: metadataProblem,
  };
}
