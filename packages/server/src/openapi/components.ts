import { EventObject, EventPage } from '@guichet/core/events/schemas';
import { EndpointObject } from '@guichet/core/events/webhooks/endpoints/schemas';
import { BalanceObject } from '@guichet/core/ledger/balances/schemas';
import { CustomerObject, CustomerPage } from '@guichet/core/payments/customer/schemas';
import { CreatedPayment, PaymentInput, PaymentObject } from '@guichet/core/payments/schemas';
import {
  CancelInput,
  CheckoutObject,
  CheckoutStatus,
  InitializedCheckout,
  InitializeInput,
  PayInput,
} from '@guichet/core/payments/session/schemas';
import { OperatorObject, OperatorPage } from '@guichet/core/routing/schemas';
import { PayoutInput, PayoutObject } from '@guichet/core/transfers/payouts/schemas';
import { RefundObject } from '@guichet/core/transfers/refunds/schemas';
import type { TSchema } from 'typebox';
import { AnyEvent, PaymentEvent, PayoutEvent, RefundEvent, WebhookEndpointEvent } from './events.ts';

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
  CreatePayout: PayoutInput,
  Payout: PayoutObject,
  Refund: RefundObject,
  Failure,
  Customer: CustomerObject,
  CustomerPage,
  Operator: OperatorObject,
  OperatorPage,
  Balance: BalanceObject,
  Event: EventObject,
  EventPage,
  PaymentEvent,
  PayoutEvent,
  RefundEvent,
  WebhookEndpoint: EndpointObject,
  WebhookEndpointEvent,
} satisfies Readonly<Record<string, TSchema>>;

/** Named schemas that tell callers more than the code needs. */
export const told_as: ReadonlyMap<TSchema, TSchema> = new Map([[EventObject, AnyEvent]]);
