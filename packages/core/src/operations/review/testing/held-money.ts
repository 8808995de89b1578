import { asCurrency } from '@guichet/kernel/currencies';
import type { Money } from '@guichet/kernel/money';
import { commitAttempt, keyOf } from '../../../../../../test-support/attempts.ts';
import { type Checkout, makeCheckout } from '../../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../../test-support/context.ts';
import type { Caller } from '../../../accounts/api-keys/authenticate.ts';
import { applyOutcome } from '../../../payments/attempt/apply-outcome.ts';
import { type Attempt, findAttempt } from '../../../payments/attempt/queries.ts';
import { retrievePayment } from '../../../payments/retrieve.ts';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { listRefunds } from '../../../transfers/refunds/queries.ts';
import { resolvePayment } from '../resolve.ts';

/** A payment, and its attempt with unexpected money. */
export interface Held extends Checkout {
  readonly object_id: string;
}

/**
 * Returns helpers that make payments with unexpected money and decide on it. @param of returns the context and the
 * seller of the current test
 */
export function makeHeldMoney(of: () => { readonly ctx: TestContext; readonly caller: Caller }) {
  const actor = (name = 'Awa'): StaffActor => ({
    kind: 'staff',
    user_id: `stf_${name}`,
    name,
    email: `${name}@shop.example`,
    address: '127.0.0.1',
    request_id: 'req',
    merchant_id: of().caller.merchant_id,
    mode: 'test',
    role: 'finance',
  });

  const arrive = (attempt: Attempt, money: string): Promise<void> =>
    applyOutcome(
      of().ctx,
      keyOf(attempt),
      { outcome: { kind: 'settled', money: moneyOf(money) }, provider_reference: 'op-1', raw: {} },
      'callback',
    );

  return {
    actor,
    arrive,
    /** Makes a payment of 5,000 XOF, charged as 5,100, for which the given amount arrives. */
    makeHeld: async (money: string): Promise<Held> => {
      const checkout = await makeCheckout(of().ctx, of().caller);
      const attempt = await commitAttempt(of().ctx, checkout);
      await arrive(attempt, money);
      return { ...checkout, object_id: attempt.id };
    },
    read: async ({ merchant_id, object_id }: Held): Promise<Attempt> => {
      const attempt = await findAttempt(of().ctx.db, merchant_id, object_id);
      if (!attempt) throw new Error('the attempt is gone');
      return attempt;
    },
    decide: ({ payment_id, object_id }: Held, verdict: string, by = actor(), seen: object = {}) =>
      resolvePayment(of().ctx, by, {
        id: payment_id,
        body: { object_id, verdict, note: 'The customer rang', ...seen },
      }),
    shown: ({ payment_id }: Checkout) => retrievePayment(of().ctx, of().caller, payment_id),
    refundsOf: async ({ merchant_id, payment_id }: Checkout): Promise<string[]> => {
      const refunds = await listRefunds(of().ctx.db, merchant_id, payment_id);
      return refunds.map(
        ({ status, amount_minor, currency, source, fee_minor }) =>
          `${status} ${amount_minor} ${currency} of ${source}, fee ${fee_minor}`,
      );
    },
  };
}

/** @param text minor units and a currency */
export function moneyOf(text: string): Money {
  const [amount = '', currency = ''] = text.split(' ');
  return { amount_minor: BigInt(amount), currency: asCurrency(currency) };
}
