import { timestampText } from '@guichet/kernel/clock';
import { currency_form, decimals_form } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { IdempotencyKey, IdempotentResult } from '../../platform/idempotency/run-idempotently.ts';
import { referenceOf } from '../reference.ts';
import { checkoutUrl } from '../session/initialize.ts';
import { makeGroupedInsert } from '../session/insert-in-groups.ts';
import { checkoutRules, makeCheckoutRow } from '../session/make-row.ts';
import { InitializeInput } from '../session/schemas.ts';

const { amount, description, template } = InitializeInput.properties;

/** A payment that a member of staff makes themselves: of play money in test mode, of their own money in live mode. */
export const TrialInput = Type.Object(
  { amount, currency: Type.String({ description: 'ISO 4217.', ...currency_form }), description, template },
  { additionalProperties: false, ...decimals_form },
);
const check = makeCheck(TrialInput);

export const TrialObject = Type.Object({
  payment_id: Type.String(),
  checkout_url: Type.String({ description: 'The hosted page.' }),
  session_token: Type.String(),
  expires_at: Type.String({ description: `${limits.session_lifetime_ms / 60_000} minutes after the start.` }),
});
export type TrialObject = Static<typeof TrialObject>;

/** The metadata of a trial, by which the merchant's own programs can recognize it. */
const trial_metadata = { trial: true };

/**
 * Starts a trial: creates a checkout session that ends at its receipt. Whoever may ask customers for money may try
 * how that looks.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `idempotency_key_reused`
 */
export async function startTrial(
  ctx: Pick<Context, 'db' | 'pool' | 'clock' | 'tokens' | 'public_url'>,
  actor: StaffActor,
  body: unknown,
  once: IdempotencyKey | null = null,
): Promise<IdempotentResult<TrialObject>> {
  requireScope(actor, 'payment_links:write');
  const input = check(body, ruleOf(actor));
  const made = makeCheckoutRow(ctx, actor, once, {
    ...input,
    metadata: trial_metadata,
    customer: {},
    return_url: '',
  });
  const row = { ...made, return_url: `${ctx.public_url}/r/${referenceOf(made.payment_id)}` };
  const present = (): TrialObject => {
    const session_token = ctx.tokens.tokenOf(row.token);
    return {
      payment_id: row.payment_id,
      checkout_url: checkoutUrl(ctx, session_token),
      session_token,
      expires_at: timestampText(row.expires_at),
    };
  };
  return (await makeGroupedInsert(ctx)({ row, present })) as IdempotentResult<TrialObject>;
}

function ruleOf({ mode }: StaffActor) {
  const { amount, currency } = checkoutRules(mode);
  return { amount, currency };
}
