import { AppError } from '@guichet/kernel/errors';
import { examplePhone } from '@guichet/operators/sandbox/example-phone';
import { requireSession } from '../../payments/session/find.ts';
import { makeInitialize } from '../../payments/session/initialize.ts';
import { makeGroupedInsert } from '../../payments/session/insert-in-groups.ts';
import { payDirectly } from '../../payments/session/pay-directly.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import type { Context } from '../../platform/context.ts';
import { createPayout } from '../../transfers/payouts/create.ts';
import type { TransferKey } from '../../transfers/transfer.ts';
import type { Means } from './find-means.ts';
import { fundSandbox } from './fund.ts';

export interface TestCheckout {
  readonly token: string;
  readonly payment_id: string;
}

/** Opens a test-mode checkout session, as an API call does. */
export async function openTestCheckout(ctx: Context, means: Means): Promise<TestCheckout> {
  const { caller, amount, currency } = means;
  const { value } = await makeInitialize(ctx, makeGroupedInsert(ctx))(caller, {
    amount,
    currency,
    return_url: 'https://shop.example/thanks',
    description: 'Made by guichet on the command line',
  });
  const { payment_id } = await requireSession(ctx, value.session_token);
  return { token: value.session_token, payment_id };
}

/** Pays a session from a number with these last two digits. @param otp needed by operators that ask for one */
export async function payTestCheckout(
  ctx: Context,
  { operator }: Means,
  { token }: TestCheckout,
  digits: string,
  otp?: string,
): Promise<void> {
  const phone = examplePhone(operator, digits);
  await payDirectly(
    ctx,
    customerWith(token),
    { operator: operator.code, phone, ...(otp !== undefined && { otp }) },
    null,
  );
}

/**
 * Creates a test payout to a number with these last two digits; play money is added if the balance is too
 * low.
 */
export async function makeTestPayout(
  ctx: Context,
  { actor, caller, operator, amount, currency }: Means,
  digits: string,
): Promise<TransferKey> {
  const recipient = { phone: examplePhone(operator, digits) };
  const body = { amount, currency, operator: operator.code, recipient };
  const make = async (): Promise<TransferKey> => {
    const { value } = await createPayout(ctx, caller, body, null);
    return { merchant_id: caller.merchant_id, id: value.id };
  };
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'insufficient_balance')) throw error;
    await fundSandbox(ctx, actor, { currency, amount });
    return make();
  }
}
