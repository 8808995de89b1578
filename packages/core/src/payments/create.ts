import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { AppError, invalidFields } from '@guichet/kernel/errors';
import { percentText } from '@guichet/kernel/percent';
import { parsePhone } from '@guichet/kernel/phone';
import { makeCheck } from '@guichet/kernel/validation';
import type { MerchantActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import type { IdempotencyKey, IdempotentResult } from '../platform/idempotency/run-idempotently.ts';
import { emailProblem, phoneProblem } from '../platform/input/rules.ts';
import { listOffers, type Offer } from '../routing/offers.ts';
import { presentPayment } from './present.ts';
import { type CreatedPayment, PaymentInput } from './schemas.ts';
import { checkoutUrl } from './session/initialize.ts';
import { type CheckoutOrder, findEarlier, type InsertCheckout } from './session/insert-in-groups.ts';
import { checkoutRules, makeCheckoutRow } from './session/make-row.ts';

const check = makeCheck(PaymentInput);

type Ctx = Pick<Context, 'db' | 'clock' | 'connectors' | 'public_url' | 'tokens'>;

/**
 * Makes the verb that creates a payment with its checkout session; both are inserted in the same way as by
 * `checkout/initialize`. If operator and phone are given, the customer only has to confirm.
 *
 * @param insert inserts a checkout; several calls may share a transaction
 * @throws AppError `invalid_fields` naming every invalid field, `idempotency_key_reused`, from the returned
 * function
 */
export function makeCreatePayment(
  ctx: Ctx,
  insert: InsertCheckout,
): (
  actor: MerchantActor,
  body: unknown,
  once: IdempotencyKey | null,
) => Promise<IdempotentResult<CreatedPayment>> {
  return async (actor, body, once) => {
    requireScope(actor, 'payments:write');
    const { customer = {}, ...input } = check(body, {
      ...checkoutRules(actor.mode),
      customer: { phone: phoneProblem, email: emailProblem },
    });
    const asked = makeCheckoutRow(ctx, actor, once, { ...input, customer });
    const offer = await findOffer(ctx, asked);
    if (offer instanceof AppError) {
      // The first request may have been accepted, because offers change. Other requests need no look-up: the insert
      // finds the earlier response.
      const earlier = await findEarlier(ctx, asked);
      if (earlier === null) throw offer;
      return earlier as IdempotentResult<CreatedPayment>;
    }
    const isChosen = offer !== null && asked.customer_phone !== null;
    const row = { ...asked, fee_percent: isChosen ? percentText(offer.fee_percent) : null };
    const present = (customer_id: string | null) => presentNew(ctx, row, customer_id);
    return (await insert({ row, present })) as IdempotentResult<CreatedPayment>;
  };
}

/**
 * Finds the offer of the operator that the merchant chose for the customer.
 *
 * @returns null if the merchant chose none; the error `invalid_fields` when it is not offered, or its country differs
 * from the phone number's
 */
async function findOffer(ctx: Ctx, row: CheckoutOrder['row']): Promise<Offer | AppError | null> {
  if (row.operator === null) return null;
  const { merchant_id, mode, amount_minor } = row;
  const money = { amount_minor, currency: asCurrency(row.currency) };
  const offers = await listOffers(ctx, { merchant_id, mode, money });
  const offer = offers.find(({ operator }) => operator.code === row.operator);
  if (!offer) {
    return invalidFields({
      operator: [
        `is not on offer for this amount in ${row.currency}: GET /v1/operators lists the operators that are`,
      ],
    });
  }
  const { country } = offer.operator;
  const isForeign = row.customer_phone !== null && parsePhone(row.customer_phone)?.country !== country;
  // The sandbox's stand-in operator belongs to no country (ISO 3166-1 leaves ZZ to users for that).
  if (isForeign && country !== 'ZZ') {
    return invalidFields({ 'customer.phone': [`must be a number of the operator's country, ${country}`] });
  }
  return offer;
}

function presentNew(
  ctx: Pick<Context, 'public_url' | 'tokens'>,
  row: CheckoutOrder['row'],
  customer_id: string | null,
): CreatedPayment {
  const { expires_at, metadata, created_at } = row;
  const session_token = ctx.tokens.tokenOf(row.token);
  const payment = presentPayment(
    {
      ...row,
      id: row.payment_id,
      status: 'pending',
      metadata: metadata === null ? null : JSON.parse(metadata),
      fee_minor: null,
      charged_minor: null,
      failure_reason: null,
      failure_operator_code: null,
      received_minor: null,
      received_currency: null,
      late: false,
      customer_id,
      paid_at: null,
      reversal_code: null,
      reversed_at: null,
    },
    { session_token, status: 'active', expires_at },
    created_at,
  );
  return {
    ...payment,
    checkout_url: checkoutUrl(ctx, session_token),
    session_token,
    expires_at: timestampText(expires_at),
  };
}
