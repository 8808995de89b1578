import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import type { Context } from '../../platform/context.ts';
import type { UsedLink } from './queries.ts';
import { dueOf, refusalOf } from './refusal.ts';
import type { PaymentLinkObject } from './schemas.ts';

/** Returns the address of a link's page. */
export function linkUrl({ public_url }: Pick<Context, 'public_url'>, code: string): string {
  return `${public_url}/l/${code}`;
}

/** Presents a link as its merchant sees it. Amounts are in major units. */
export function presentLink(ctx: Pick<Context, 'public_url' | 'clock'>, link: UsedLink): PaymentLinkObject {
  const currency = asCurrency(link.currency);
  const major = (amount_minor: bigint): number => majorNumber({ amount_minor, currency });
  const majorOrNull = (amount_minor: bigint | null) => (amount_minor === null ? null : major(amount_minor));
  return {
    id: link.id,
    object: 'payment_link',
    url: linkUrl(ctx, link.code),
    status: link.status,
    unavailable: refusalOf(link, link, ctx.clock.now()),
    title: link.title,
    description: link.description,
    amount: majorOrNull(link.amount_minor),
    currency: link.currency,
    min_amount: majorOrNull(link.min_minor),
    max_amount: majorOrNull(link.max_minor),
    suggested_amounts: link.suggested_minor.map((amount_minor) => major(BigInt(amount_minor))),
    max_payments: link.payments_max,
    in_parts: link.in_parts,
    deposit: majorOrNull(link.deposit_minor),
    donation: link.donation,
    expires_at: link.expires_at && timestampText(link.expires_at),
    fields: link.fields.map((field) => ({ ...field, options: [...field.options] })),
    template: link.template,
    thank_you: link.thank_you,
    return_url: link.return_url,
    metadata: link.metadata,
    customer: { phone: link.customer_phone, email: link.customer_email },
    payments: link.paid,
    paid_amount: major(link.paid_minor),
    due_amount: link.in_parts ? major(dueOf(link, { promised_minor: link.paid_minor })) : null,
    livemode: link.mode === 'live',
    created_at: timestampText(link.created_at),
    updated_at: timestampText(link.updated_at),
  };
}
