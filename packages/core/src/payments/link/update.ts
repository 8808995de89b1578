import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { invalidFields } from '@guichet/kernel/errors';
import { majorNumber, majorText } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import {
  type IdempotencyKey,
  type IdempotentResult,
  runIdempotently,
} from '../../platform/idempotency/run-idempotently.ts';
import { draftLink } from './draft.ts';
import { presentLink } from './present.ts';
import { type PaymentLink, readUse, updateLink } from './queries.ts';
import { requireOwnLink } from './retrieve.ts';
import { PaymentLinkChanges, type PaymentLinkObject } from './schemas.ts';
import { mayBecome } from './states.ts';

const check = makeCheck(PaymentLinkChanges);

/**
 * Changes the terms of a payment link, or pauses, resumes or ends it. Fields that are absent keep their value; null
 * removes one. Sessions that are open keep the price that their customers have seen.
 *
 * @param once the request's Idempotency-Key, null without one
 * @throws AppError `forbidden`, `payment_link_not_found`, `invalid_fields` naming every invalid field,
 * `idempotency_key_reused`, `idempotency_key_in_use`
 */
export async function updatePaymentLink(
  ctx: Pick<Context, 'db' | 'clock' | 'public_url'>,
  actor: MerchantActor,
  { id, body }: { readonly id: string; readonly body: unknown },
  once: IdempotencyKey | null,
): Promise<IdempotentResult<PaymentLinkObject>> {
  requireScope(actor, 'payment_links:write');
  const { merchant_id, mode } = actor;
  const now = ctx.clock.now();
  const { status, ...changes } = check(body ?? {});
  return ctx.db.transaction().execute((tx) =>
    runIdempotently(tx, { merchant_id, mode, scope: '', object_id: id }, once, now, async () => {
      const link = await requireOwnLink(tx, actor, id, 'locked');
      const terms = draftLink({ ...inputOf(link), ...changes }, { mode, now, earlier: link });
      await refuseLess(tx, link, terms);
      const to = status ?? link.status;
      if (!mayBecome(link.status, to)) throw invalidFields({ status: [has_ended] });
      const changed = await updateLink(tx, link, { ...terms, status: to, updated_at: now });
      return presentLink(ctx, { ...changed, ...(await readUse(tx, changed)) });
    }),
  );
}

const has_ended = problem('link_ended', 'cannot change any more: this payment link has ended');

/** Refuses a bill that is lower than what was already paid of it. */
async function refuseLess(
  tx: Connection,
  link: PaymentLink,
  { in_parts, amount_minor, currency }: ReturnType<typeof draftLink>,
): Promise<void> {
  if (!in_parts || !link.in_parts || amount_minor === link.amount_minor) return;
  const { promised_minor } = await readUse(tx, link);
  if ((amount_minor ?? 0n) >= promised_minor) return;
  const paid = majorText({ amount_minor: promised_minor, currency: asCurrency(currency) });
  throw invalidFields({
    amount: [
      problem('less_than_paid', `must be at least the ${paid} ${currency} that were paid`, {
        amount: paid,
        currency,
      }),
    ],
  });
}

/** Returns a link in the form of the request that creates it. */
function inputOf(link: PaymentLink): Record<string, unknown> {
  const currency = asCurrency(link.currency);
  const major = (amount_minor: bigint | null) =>
    amount_minor === null ? null : majorNumber({ amount_minor, currency });
  return {
    title: link.title,
    description: link.description,
    amount: major(link.amount_minor),
    currency,
    min_amount: major(link.min_minor),
    max_amount: major(link.max_minor),
    suggested_amounts: link.suggested_minor.map((amount_minor) => major(BigInt(amount_minor))),
    max_payments: link.payments_max,
    in_parts: link.in_parts,
    deposit: major(link.deposit_minor),
    donation: link.donation,
    expires_at: link.expires_at && timestampText(link.expires_at),
    fields: link.fields.map(({ options, ...field }) => ({
      ...field,
      ...(options.length > 0 && { options }),
    })),
    template: link.template,
    thank_you: link.thank_you,
    return_url: link.return_url,
    metadata: link.metadata,
    customer: { phone: link.customer_phone, email: link.customer_email },
  };
}
