import type { Context } from '@guichet/core/platform';
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
import { answerOf, type Operation } from './operation.ts';

/** Operations on payment links. */
export function paymentLinkOperations(ctx: Context): readonly Operation[] {
  return [
    {
      access: 'key',
      method: 'GET',
      path: '/payment_links',
      scope: 'payment_links:read',
      id: 'listPaymentLinks',
      tag: 'Payment links',
      summary: 'List payment links',
      description: 'Newest first. New links do not shift the pages that you have yet to read.',
      query: PaymentLinkQuery,
      errors: ['invalid_fields'],
      success: { status: 200, message: 'Payment links found.', data: PaymentLinkPage },
      handle: async ({ caller, query }) => ({ data: await listPaymentLinks(ctx, caller, query) }),
    },
    {
      access: 'key',
      method: 'POST',
      path: '/payment_links',
      scope: 'payment_links:write',
      id: 'createPaymentLink',
      tag: 'Payment links',
      summary: 'Create a payment link',
      description:
        'A payment link asks for money without code: share its address in a message or as a QR code. Each customer ' +
        'who opens it gets a checkout session, and the payment has the link’s id in `payment_link`.',
      body: PaymentLinkInput,
      errors: ['idempotency_key_reused', 'idempotency_key_in_use'],
      success: { status: 201, message: 'Payment link created.', data: PaymentLinkObject },
      handle: async ({ caller, body, once }) => answerOf(await createPaymentLink(ctx, caller, body, once)),
    },
    {
      access: 'key',
      method: 'GET',
      path: '/payment_links/{id}',
      scope: 'payment_links:read',
      id: 'retrievePaymentLink',
      tag: 'Payment links',
      summary: 'Retrieve a payment link',
      errors: ['payment_link_not_found'],
      success: { status: 200, message: 'Payment link found.', data: PaymentLinkObject },
      handle: async ({ caller, params }) => ({
        data: await retrievePaymentLink(ctx, caller, params.id ?? ''),
      }),
    },
    {
      access: 'key',
      method: 'POST',
      path: '/payment_links/{id}',
      scope: 'payment_links:write',
      id: 'updatePaymentLink',
      tag: 'Payment links',
      summary: 'Update a payment link',
      description:
        'Changes its terms, or pauses, resumes or ends it. Fields that you leave out keep their value; null removes ' +
        'one. A customer who already has a checkout session pays the price that they have seen; once the link is ' +
        'paused or ended, nothing more is paid through it.',
      body: PaymentLinkChanges,
      body_optional: true,
      errors: ['payment_link_not_found', 'idempotency_key_reused', 'idempotency_key_in_use'],
      success: { status: 200, message: 'Payment link updated.', data: PaymentLinkObject },
      handle: async ({ caller, params: { id = '' }, body, once }) =>
        answerOf(await updatePaymentLink(ctx, caller, { id, body }, once)),
    },
  ];
}
