import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { makeId, makeToken } from '@guichet/kernel/ids';
import { limits } from '@guichet/kernel/limits';
import { moneyFromMajor } from '@guichet/kernel/money';
import { parsePhone } from '@guichet/kernel/phone';
import { makeCheck } from '@guichet/kernel/validation';
import type { Static } from 'typebox';
import type { Caller } from '../api-keys/authenticate.ts';
import type { Context } from '../context.ts';
import type { NewCheckout } from './queries.ts';
import { type InitializedCheckout, InitializeInput, initializeRules } from './schemas.ts';

const check = makeCheck(InitializeInput);

/**
 * Makes the verb that creates a checkout session with its payment. It answers after the commit.
 *
 * @param insert writes one checkout; several calls may share a transaction
 * @throws AppError `invalid_fields` from the returned function, naming every wrong field
 */
export function makeInitialize(
  ctx: Pick<Context, 'clock' | 'public_url'>,
  insert: (row: NewCheckout) => Promise<void>,
): (caller: Caller, body: unknown) => Promise<Static<typeof InitializedCheckout>> {
  return async (caller, body) => {
    const input = check(body, initializeRules(caller.mode));
    const row = makeRow(caller, input, ctx.clock.now());
    await insert(row);
    return {
      checkout_url: `${ctx.public_url}/pay/${row.token}`,
      session_token: row.token,
      expires_at: timestampText(row.expires_at),
    };
  };
}

function makeRow(caller: Caller, input: InitializeInput, now: Date): NewCheckout {
  const currency = asCurrency(input.currency);
  const read = moneyFromMajor(input.amount, currency);
  if (!('money' in read)) throw new Error('the amount was checked before');
  return {
    merchant_id: caller.merchant_id,
    mode: caller.mode,
    payment_id: makeId('payment'),
    token: makeToken(),
    currency,
    amount_minor: read.money.amount_minor,
    description: input.description ?? null,
    metadata: input.metadata === undefined ? null : JSON.stringify(input.metadata),
    customer_phone:
      input.customer_phone === undefined ? null : (parsePhone(input.customer_phone)?.e164 ?? null),
    customer_email: input.customer_email ?? null,
    return_url: input.return_url,
    cancel_url: input.cancel_url ?? null,
    template: input.template ?? null,
    created_at: now,
    expires_at: new Date(now.getTime() + limits.session_lifetime_ms),
  };
}
