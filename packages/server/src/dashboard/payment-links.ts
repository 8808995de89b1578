import { showProfile } from '@guichet/core/accounts';
import type { Context, StaffActor } from '@guichet/core/platform';
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
import Type, { type Static } from 'typebox';
import { answerOf } from '../api-v1/operation.ts';
import { ShareObject, shareLink } from '../payment-links/share/share.ts';
import { withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** A payment link with its texts to share. */
export const SharedPaymentLink = Type.Object({
  payment_link: PaymentLinkObject,
  shares: Type.Array(ShareObject, { description: 'One for each language of the payment page.' }),
});

/** Operations on payment links. */
export const payment_link_operations = merchantOperations('Payment links', {
  listPaymentLinks: {
    route: 'GET /payment-links',
    scope: 'payment_links:read',
    summary: 'Payment links, newest first',
    query: PaymentLinkQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'Payment links.', data: PaymentLinkPage },
    handle: withQuery(listPaymentLinks),
  },
  createPaymentLink: {
    route: 'POST /payment-links',
    scope: 'payment_links:write',
    summary: 'Create a payment link',
    body: PaymentLinkInput,
    errors: ['idempotency_key_reused', 'idempotency_key_in_use'],
    success: { status: 201, message: 'Payment link created.', data: SharedPaymentLink },
    handle: async ({ ctx, actor, body, once }) => {
      const { data, replayed } = answerOf(await createPaymentLink(ctx, actor, body, once));
      return { data: await withShares(ctx, actor, data as PaymentLinkObject), replayed };
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
  updatePaymentLink: {
    route: 'POST /payment-links/{id}',
    scope: 'payment_links:write',
    summary: 'Change the terms of a payment link; pause, resume or end it',
    body: PaymentLinkChanges,
    errors: ['payment_link_not_found', 'idempotency_key_reused', 'idempotency_key_in_use'],
    success: { status: 200, message: 'Payment link updated.', data: SharedPaymentLink },
    handle: async ({ ctx, actor, params: { id = '' }, body, once }) => {
      const { data, replayed } = answerOf(await updatePaymentLink(ctx, actor, id, body, once));
      return { data: await withShares(ctx, actor, data as PaymentLinkObject), replayed };
    },
  },
});

async function withShares(
  ctx: Context,
  actor: StaffActor,
  payment_link: PaymentLinkObject,
): Promise<Static<typeof SharedPaymentLink>> {
  const { name } = await showProfile(ctx, actor);
  return { payment_link, shares: shareLink(payment_link, name) };
}
