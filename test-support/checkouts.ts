import { type Caller, createKey, createMerchant, makeAuthenticate } from '@guichet/core/accounts';
import { chooseOperator, makeGroupedInsert, makeInitialize, payCheckout } from '@guichet/core/payments';
import { type Context, customerWith, type Mode } from '@guichet/core/platform';
import { setRule } from '@guichet/core/routing';
import { requireSession } from '@guichet/core/testing';
import { command, commandOf } from './actors.ts';

/** Creates a merchant with an API key, and returns it as a caller. */
export async function makeCaller(ctx: Context, mode: Mode = 'test'): Promise<Caller & { key: string }> {
  const merchant = await createMerchant(ctx, command, { name: 'Shop', country: 'CI' });
  const { key } = await createKey(ctx, commandOf(merchant.id, mode), {});
  const caller = await makeAuthenticate(ctx.db)(`Bearer ${key}`);
  return { ...caller, key };
}

/**
 * Sets a merchant's operators in the caller's mode: for each operator's code, a fee in percent, or null to disable
 * the operator.
 */
export async function setFees(
  ctx: Context,
  { merchant_id, mode }: Caller,
  fees: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [operator, fee_percent] of Object.entries(fees)) {
    const enabled = fee_percent !== null;
    await setRule(ctx, commandOf(merchant_id, mode), { operator, fee_percent: fee_percent ?? '0', enabled });
  }
}

export interface Checkout {
  readonly merchant_id: string;
  readonly token: string;
  readonly payment_id: string;
}

/** Creates a checkout session for 5,000 XOF, or with the fields given. */
export async function makeCheckout(ctx: Context, caller: Caller, fields: object = {}): Promise<Checkout> {
  const initialize = makeInitialize(ctx, makeGroupedInsert(ctx));
  const body = { amount: 5000, currency: 'XOF', return_url: 'https://shop.example/thanks', ...fields };
  const { value } = await initialize(caller, body);
  const token = value.session_token;
  const { merchant_id, payment_id } = await requireSession(ctx, token);
  return { merchant_id, token, payment_id };
}

/** An Ivorian number that ends in these two digits, which select a sandbox scenario. */
export function phoneEnding(digits: string): string {
  return `+22505040302${digits}`;
}

/** Chooses an operator as the customer does on the page. @throws Error when the choice is rejected */
export async function choose(
  ctx: Context,
  { token }: Checkout,
  digits: string,
  operator = 'mtn_ci',
): Promise<void> {
  const problems = await chooseOperator(ctx, customerWith(token), { operator, phone: phoneEnding(digits) });
  if (problems) throw new Error(`the choice was refused: ${JSON.stringify(problems)}`);
}

/** Chooses an operator and pays with it. */
export async function chooseAndPay(
  ctx: Context,
  checkout: Checkout,
  digits: string,
  operator = 'mtn_ci',
): Promise<void> {
  await choose(ctx, checkout, digits, operator);
  await payCheckout(ctx, customerWith(checkout.token), { otp: null });
}
