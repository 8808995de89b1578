import { showProfile } from '@guichet/core/accounts';
import type { Context, StaffActor } from '@guichet/core/platform';
import {
  exportPaymentLinks,
  listPaymentLinkOptions,
  PaymentLinkFilter,
  PaymentLinkOptions,
} from '@guichet/core/reads';
import {
  createPaymentLink,
  listPaymentLinks,
  PaymentLinkChanges,
  PaymentLinkInput,
  PaymentLinkObject,
  PaymentLinkPage,
  PaymentLinkQuery,
  retrievePaymentLink,
  updatePaymentLink,
} from '@guichet/core/serving';
import { parsePhone } from '@guichet/kernel/phone';
import { hasPiSpi } from '@guichet/kernel/pi-spi';
import Type, { type Static } from 'typebox';
import { ShareObject, shareLink } from '../payment-links/share/share.ts';
import { withActor, withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** A payment link with its texts to share. */
export const SharedPaymentLink = Type.Object({
  payment_link: PaymentLinkObject,
  shares: Type.Array(ShareObject, { description: 'One for each language of the payment page.' }),
  has_pi_spi: Type.Boolean({ description: 'Whether the link has a QR code of PI-SPI at the moment.' }),
});

/** Operations on payment links. */
export const payment_link_operations = merchantOperations('Payment links', {
  browsePaymentLinks: {
    route: 'GET /payment-links',
    scope: 'payment_links:read',
    summary: 'Payment links, newest first',
    query: PaymentLinkQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'Payment links.', data: PaymentLinkPage },
    handle: withQuery(listPaymentLinks),
  },
  listPaymentLinkOptions: {
    route: 'GET /payment-link-options',
    scope: 'payment_links:read',
    summary: 'The currencies of payment links',
    errors: [],
    success: { status: 200, message: 'Options.', data: PaymentLinkOptions },
    handle: withActor(listPaymentLinkOptions),
  },
  exportPaymentLinks: {
    access: 'merchant_download',
    route: 'GET /payment-links/export',
    scope: 'payment_links:read',
    summary: 'Payment links with their totals as CSV',
    needs_proof: 'live',
    query: PaymentLinkFilter,
    errors: [],
    content_type: 'text/csv; charset=utf-8',
    handle: async ({ ctx, actor, query }) => ({
      file_name: `payment-links-${actor.mode}-${ctx.clock.now().toISOString().slice(0, 10)}.csv`,
      content: exportPaymentLinks(ctx, actor, query),
    }),
  },
  makePaymentLink: {
    route: 'POST /payment-links',
    scope: 'payment_links:write',
    summary: 'Create a payment link',
    body: PaymentLinkInput,
    errors: ['idempotency_key_reused', 'idempotency_key_in_use'],
    success: { status: 201, message: 'Payment link created.', data: SharedPaymentLink },
    handle: async ({ ctx, actor, body, once }) => {
      const written = await withWholePhone(ctx, actor, body);
      const { value, replayed } = await createPaymentLink(ctx, actor, written, once);
      return { data: await withShares(ctx, actor, value), replayed };
    },
  },
  showPaymentLink: {
    route: 'GET /payment-links/{id}',
    scope: 'payment_links:read',
    summary: 'A payment link with its texts to share',
    errors: ['payment_link_not_found'],
    success: { status: 200, message: 'Payment link.', data: SharedPaymentLink },
    handle: async ({ ctx, actor, params: { id = '' } }) => ({
      data: await withShares(ctx, actor, await retrievePaymentLink(ctx, actor, id)),
    }),
  },
  changePaymentLink: {
    route: 'POST /payment-links/{id}',
    scope: 'payment_links:write',
    summary: 'Change the terms of a payment link; pause, resume or end it',
    body: PaymentLinkChanges,
    errors: ['payment_link_not_found', 'idempotency_key_reused', 'idempotency_key_in_use'],
    success: { status: 200, message: 'Payment link updated.', data: SharedPaymentLink },
    handle: async ({ ctx, actor, params: { id = '' }, body, once }) => {
      const written = await withWholePhone(ctx, actor, body);
      const { value, replayed } = await updatePaymentLink(ctx, actor, { id, body: written }, once);
      return { data: await withShares(ctx, actor, value), replayed };
    },
  },
});

async function withShares(
  ctx: Context,
  actor: StaffActor,
  payment_link: PaymentLinkObject,
): Promise<Static<typeof SharedPaymentLink>> {
  const { name, country, pi_spi_alias } = await showProfile(ctx, actor);
  const { currency, unavailable } = payment_link;
  return {
    payment_link,
    shares: shareLink(payment_link, name),
    has_pi_spi: pi_spi_alias !== null && unavailable === null && currency === 'XOF' && hasPiSpi(country),
  };
}

/** Completes the phone number of the person who is asked to pay: at the counter people write the local form. */
async function withWholePhone(ctx: Context, actor: StaffActor, body: unknown): Promise<unknown> {
  const { customer } = (body ?? {}) as { readonly customer?: { readonly phone?: unknown } | null };
  if (typeof customer?.phone !== 'string') return body;
  const { country } = await showProfile(ctx, actor);
  const { e164 = customer.phone } = parsePhone(customer.phone, country) ?? {};
  return { ...(body as object), customer: { ...customer, phone: e164 } };
}
