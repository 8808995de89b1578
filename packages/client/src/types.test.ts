import type { IncomingHttpHeaders } from 'node:http';
import type { EndpointObject, EventType } from '@guichet/core/events';
import type { BalanceObject } from '@guichet/core/ledger';
import type {
  CheckoutObject,
  CreatedPayment as CreatedObject,
  CustomerObject,
  CustomerPage,
  InitializedCheckout as InitializedObject,
  InitializeInput,
  PayInput,
  PaymentInput,
  PaymentLinkInput,
  PaymentLinkObject,
  PaymentLinkPage,
  PaymentObject,
  PaymentLinkChanges as ServiceChanges,
} from '@guichet/core/payments';
import type { OperatorObject } from '@guichet/core/routing';
import type { PayoutInput, PayoutObject, RefundObject } from '@guichet/core/transfers';
import type { ErrorCode as ServiceCode } from '@guichet/kernel/errors';
import type { Static } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import {
  type Balance,
  type CheckoutSession,
  type CreatedPayment,
  type Customer,
  type ErrorCode,
  Guichet,
  type HeadersInput,
  type InitializedCheckout,
  type InitializeParameters,
  type KnownErrorCode,
  type Logger,
  type Major,
  type Minor,
  type Operator,
  type Page,
  type Payment,
  type PaymentLink,
  type PaymentLinkChanges,
  type PaymentLinkParameters,
  type PaymentParameters,
  type Payout,
  type PayoutParameters,
  type PayParameters,
  type Refund,
  toMajor,
  toMinor,
  type WebhookEndpoint,
  type WebhookEvent,
} from './index.ts';

/** The same type, but optional fields may also be null. */
type OrNull<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Field in keyof T]: (undefined extends T[Field] ? null : never) | OrNull<T[Field]> }
    : T;

/** The compiler checks that the service's types and the library's types are compatible in both directions. */
test('types: responses of the service are assignable to the library’s types', () => {
  expectTypeOf<PaymentObject>().toExtend<Payment>();
  expectTypeOf<CreatedObject>().toExtend<CreatedPayment>();
  expectTypeOf<Static<typeof InitializedObject>>().toExtend<InitializedCheckout>();
  expectTypeOf<CheckoutObject>().toExtend<CheckoutSession>();
  expectTypeOf<PaymentLinkObject>().toExtend<PaymentLink>();
  expectTypeOf<PaymentLinkPage>().toExtend<Page<PaymentLink>>();
  expectTypeOf<PayoutObject>().toExtend<Payout>();
  expectTypeOf<RefundObject>().toExtend<Refund>();
  expectTypeOf<CustomerObject>().toExtend<Customer>();
  expectTypeOf<CustomerPage>().toExtend<Page<Customer>>();
  expectTypeOf<EndpointObject>().toExtend<WebhookEndpoint>();
  expectTypeOf<BalanceObject>().toExtend<Balance>();
  expectTypeOf<OperatorObject>().toExtend<Operator>();
  expectTypeOf<EventType>().toExtend<WebhookEvent['event']>();
});

test('types: the library’s objects have every field of the service’s objects', () => {
  expectTypeOf<keyof Payment>().toEqualTypeOf<keyof PaymentObject>();
  expectTypeOf<keyof CreatedPayment>().toEqualTypeOf<keyof CreatedObject>();
  expectTypeOf<keyof CheckoutSession>().toEqualTypeOf<keyof CheckoutObject>();
  expectTypeOf<keyof CheckoutSession['payment']>().toEqualTypeOf<keyof CheckoutObject['payment']>();
  expectTypeOf<keyof PaymentLink>().toEqualTypeOf<keyof PaymentLinkObject>();
  expectTypeOf<keyof Payout>().toEqualTypeOf<keyof PayoutObject>();
  expectTypeOf<keyof Refund>().toEqualTypeOf<keyof RefundObject>();
  expectTypeOf<keyof Customer>().toEqualTypeOf<keyof CustomerObject>();
  expectTypeOf<keyof Operator>().toEqualTypeOf<keyof OperatorObject>();
  expectTypeOf<keyof WebhookEndpoint>().toEqualTypeOf<keyof EndpointObject>();
  expectTypeOf<keyof Balance>().toEqualTypeOf<keyof BalanceObject>();
});

test('types: the library’s parameters match the service’s', () => {
  expectTypeOf<keyof InitializeParameters>().toEqualTypeOf<keyof InitializeInput>();
  expectTypeOf<keyof PaymentParameters>().toEqualTypeOf<keyof PaymentInput>();
  expectTypeOf<keyof PayParameters>().toEqualTypeOf<keyof Static<typeof PayInput>>();
  expectTypeOf<keyof PaymentLinkParameters>().toEqualTypeOf<keyof PaymentLinkInput>();
  expectTypeOf<keyof PaymentLinkChanges>().toEqualTypeOf<keyof ServiceChanges>();
  expectTypeOf<keyof PayoutParameters>().toEqualTypeOf<keyof PayoutInput>();
  expectTypeOf<InitializeInput>().toExtend<InitializeParameters>();
  expectTypeOf<PaymentInput>().toExtend<PaymentParameters>();
  expectTypeOf<PaymentLinkInput>().toExtend<PaymentLinkParameters>();
  expectTypeOf<ServiceChanges>().toExtend<PaymentLinkChanges>();
  expectTypeOf<PayoutInput>().toExtend<PayoutParameters>();
  expectTypeOf<Static<typeof PayInput>>().toExtend<PayParameters>();
  // Optional fields may be null, except a total.
  expectTypeOf<OrNull<InitializeInput>>().toExtend<InitializeParameters>();
  expectTypeOf<OrNull<PaymentInput>>().toExtend<PaymentParameters>();
  expectTypeOf<OrNull<PaymentLinkInput>>().toExtend<PaymentLinkParameters>();
  expectTypeOf<OrNull<ServiceChanges>>().toExtend<PaymentLinkChanges>();
  expectTypeOf<OrNull<Omit<Static<typeof PayInput>, 'total'>>>().toExtend<Omit<PayParameters, 'total'>>();
  expectTypeOf<null>().not.toExtend<PayParameters['total']>();
  expectTypeOf<OrNull<PayoutInput>>().toExtend<PayoutParameters>();
});

test('types: every error code is known, except those of commands and the dashboard', () => {
  type Elsewhere =
    | ('merchant_not_found' | 'key_not_found' | 'refund_not_found')
    | ('proof_required' | 'second_factor_required');
  expectTypeOf<Exclude<ServiceCode, Elsewhere>>().toExtend<KnownErrorCode>();
  expectTypeOf<KnownErrorCode>().toExtend<ServiceCode>();
});

test('types: values can be compared with unknown ones', () => {
  expectTypeOf<'on_the_moon'>().toExtend<Payment['status']>();
  expectTypeOf<'teapot'>().toExtend<ErrorCode>();
  expectTypeOf<'carrier_pigeon'>().toExtend<CheckoutSession['operators'][number]['flow']>();
});

/** Narrows the data of an event by its name. */
function describe(event: WebhookEvent): string {
  switch (event.event) {
    case 'payment.successful':
    case 'payment.expired': {
      const data: Payment = event.data;
      return data.status;
    }
    case 'payout.failed': {
      const data: Payout = event.data;
      return data.recipient.phone;
    }
    default: {
      const name: string = event.event;
      return name;
    }
  }
}

test('types: the name of an event narrows its data', () => {
  expect(describe({ event: 'wallet.filled' } as unknown as WebhookEvent)).toBe('wallet.filled');
  expectTypeOf<Extract<WebhookEvent, { event: 'payment.failed' }>['data']>().toEqualTypeOf<Payment>();
  expectTypeOf<Extract<WebhookEvent, { event: 'payout.successful' }>['data']>().toEqualTypeOf<Payout>();
  expectTypeOf<Extract<WebhookEvent, { event: 'refund.failed' }>['data']>().toEqualTypeOf<Refund>();
  expectTypeOf<
    Extract<WebhookEvent, { event: 'webhook_endpoint.disabled' }>['data']
  >().toEqualTypeOf<WebhookEndpoint>();
});

test('types: an amount cannot be converted twice', () => {
  const guichet = new Guichet({
    apiKey: 'svc_test_key',
    fetch: () => Promise.reject(new Error('no network')),
  });
  const minor = toMinor(12.5, 'GHS');
  // @ts-expect-error the amount is already in the smallest unit
  void (() => toMinor(minor, 'GHS'));
  // @ts-expect-error the amount is already in the major unit
  void (() => toMajor(toMajor(1250, 'GHS'), 'GHS'));
  const create = (amount: Major) => guichet.payments.create({ amount, currency: 'GHS', return_url: '' });
  // @ts-expect-error amounts are in the major unit, not in the smallest
  void (() => create(minor));
  // @ts-expect-error reported amounts are in the major unit, like requested ones
  void ((payment: Payment): Minor => payment.amount);
  void (() => create(12.5));
  void ((payment: Payment) => create(payment.amount));
  void ((payment: Payment): Minor => toMinor(payment.amount, payment.currency));
  expectTypeOf<Payment['amount']>().toExtend<number>();
  expect(minor).toBe(1250);
});

test('types: common loggers and headers are accepted', () => {
  expectTypeOf<Console>().toExtend<Logger>();
  expectTypeOf<IncomingHttpHeaders>().toExtend<HeadersInput>();
  expectTypeOf<Headers>().toExtend<HeadersInput>();
});
