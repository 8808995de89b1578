import { timestampText } from '@guichet/kernel/clock';
import { makeCheck, type Rules } from '@guichet/kernel/validation';
import type { Static } from 'typebox';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Mode } from '../../platform/database/columns.ts';
import type { IdempotencyKey, IdempotentResult } from '../../platform/idempotency/run-idempotently.ts';
import { emailProblem, phoneProblem } from '../../platform/input/rules.ts';
import type { CheckoutOrder, InsertCheckout } from './insert-in-groups.ts';
import { checkoutRules, makeCheckoutRow } from './make-row.ts';
import { type InitializedCheckout, InitializeInput } from './schemas.ts';

const check = makeCheck(InitializeInput);

type Initialized = Static<typeof InitializedCheckout>;

/**
 * Makes the verb that creates a checkout session with its payment. It returns after the commit.
 *
 * @param insert inserts a checkout; several calls may share a transaction
 * @throws AppError `invalid_fields` naming every invalid field, `idempotency_key_reused`, from the returned
 * function
 */
export function makeInitialize(
  ctx: Pick<Context, 'clock' | 'public_url' | 'tokens'>,
  insert: InsertCheckout,
): (
  actor: MerchantActor,
  body: unknown,
  once?: IdempotencyKey | null,
) => Promise<IdempotentResult<Initialized>> {
  return async (actor, body, once = null) => {
    requireScope(actor, 'payments:write');
    const { customer_phone, customer_email, ...rest } = check(body, initializeRules(actor.mode));
    const row = makeCheckoutRow(ctx, actor, once, {
      ...rest,
      customer: { phone: customer_phone, email: customer_email },
    });
    return (await insert({ row, present: () => present(ctx, row) })) as IdempotentResult<Initialized>;
  };
}

function present(ctx: Pick<Context, 'public_url' | 'tokens'>, row: CheckoutOrder['row']): Initialized {
  const session_token = ctx.tokens.tokenOf(row.token);
  return {
    checkout_url: checkoutUrl(ctx, session_token),
    session_token,
    expires_at: timestampText(row.expires_at),
  };
}

/** Returns the URL of a session's hosted page. */
export function checkoutUrl({ public_url }: Pick<Context, 'public_url'>, token: string): string {
  return `${public_url}/pay/${token}`;
}

/** Returns the rules that the schema of `POST /v1/checkout/initialize` cannot express. */
export function initializeRules(mode: Mode): Rules<InitializeInput> {
  return {
    ...checkoutRules(mode),
    customer_phone: phoneProblem,
    customer_email: emailProblem,
  };
}
