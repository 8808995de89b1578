import { EndpointObject, EventObject, EventPage } from '@guichet/core/events';
import { BalanceObject } from '@guichet/core/ledger';
import { CollectionObject } from '@guichet/core/operations';
import {
  CancelInput,
  CheckoutObject,
  CheckoutStatus,
  CreatedPayment,
  CustomerObject,
  CustomerPage,
  InitializedCheckout,
  InitializeInput,
  PayInput,
  PaymentInput,
  PaymentLinkChanges,
  PaymentLinkInput,
  PaymentLinkObject,
  PaymentLinkPage,
  PaymentObject,
} from '@guichet/core/payments';
import { OperatorObject, OperatorPage } from '@guichet/core/routing';
import { PayoutInput, PayoutObject, RefundObject } from '@guichet/core/transfers';
import type { TSchema } from 'typebox';
import {
  AnyEvent,
  DuplicateEvent,
  PaymentEvent,
  PayoutEvent,
  RefundEvent,
  WebhookEndpointEvent,
} from './events.ts';

const { payment: CheckoutPayment } = CheckoutStatus.properties;
const [Failure] = PaymentObject.properties.failure.anyOf;

/** The named schemas of the document, in order. Unused ones are omitted. */
export const named_schemas = {
  InitializeCheckout: InitializeInput,
  InitializedCheckout,
  CheckoutSession: CheckoutObject,
  CheckoutStatus,
  CheckoutPayment,
  CustomerAction: CheckoutPayment.properties.action,
  OfferedOperator: CheckoutObject.properties.operators.items,
  PayCheckout: PayInput,
  CancelCheckout: CancelInput,
  CreatePayment: PaymentInput,
  CreatedPayment,
  Payment: PaymentObject,
  PaymentCustomer: PaymentObject.properties.customer,
  CreatePaymentLink: PaymentLinkInput,
  UpdatePaymentLink: PaymentLinkChanges,
  PaymentLink: PaymentLinkObject,
  PaymentLinkPage,
  CreatePayout: PayoutInput,
  Payout: PayoutObject,
  Refund: RefundObject,
  Failure,
  Customer: CustomerObject,
  ReceiptCollection: CollectionObject,
  CustomerPage,
  Operator: OperatorObject,
  OperatorPage,
  Balance: BalanceObject,
  Event: EventObject,
  EventPage,
  PaymentEvent,
  DuplicateEvent,
  PayoutEvent,
  RefundEvent,
  WebhookEndpoint: EndpointObject,
  WebhookEndpointEvent,
} satisfies Readonly<Record<string, TSchema>>;

/**
 * Schemas that replace schemas of the code in the document, because callers need a fuller description. The key of
 * each is the schema that it replaces.
 */
export const told_as: ReadonlyMap<TSchema, TSchema> = new Map([[EventObject, AnyEvent]]);
