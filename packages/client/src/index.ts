// biome-ignore-all lint/performance/noBarrelFile: a published package has one entry; bundlers drop what is not used.
export { type Major, type Minor, toMajor, toMinor } from './amounts.ts';
export type { Balance, Balances } from './balances.ts';
export type { Checkout } from './checkout.ts';
export type {
  CheckoutSession,
  CustomerAction,
  Flow,
  InitializedCheckout,
  InitializeParameters,
  OperatorOnOffer,
  PayParameters,
  SessionPayment,
  Template,
} from './checkout-session.ts';
export type { HeadersInput, Secrets, Tolerance } from './claim.ts';
export type { Customer, CustomerFilter, Customers } from './customers.ts';
export type { ErrorCode, KnownErrorCode } from './error-code.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type FieldErrors,
  GoneError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  SyncError,
  TimeoutError,
  ValidationError,
} from './errors.ts';
export type {
  DuplicateEvent,
  DuplicateEventName,
  PaymentEvent,
  PaymentEventName,
  PayoutEvent,
  PayoutEventName,
  RefundEvent,
  RefundEventName,
  UnknownEvent,
  WebhookEndpointEvent,
  WebhookEndpointEventName,
  WebhookEvent,
} from './event.ts';
export type { EventFilter, EventHandler, Events } from './events.ts';
export { Guichet } from './guichet.ts';
export { GuichetError } from './guichet-error.ts';
export type { List, Page } from './list.ts';
export type { Logger, LogLine } from './logger.ts';
export type { Operator, OperatorFilter, Operators } from './operators.ts';
export type { CallOptions, CreateOptions, ExtraHeaders, Fetch, GuichetOptions } from './options.ts';
export type {
  DuplicatePayment,
  FailureCode,
  Payment,
  PaymentCustomer,
  PaymentFailure,
  PaymentStatus,
  Reversal,
} from './payment.ts';
export type {
  PaymentLink,
  PaymentLinkChanges,
  PaymentLinkCustomerParameters,
  PaymentLinkField,
  PaymentLinkFieldParameters,
  PaymentLinkParameters,
  PaymentLinkStatus,
} from './payment-link.ts';
export type { PaymentLinkFilter, PaymentLinks } from './payment-links.ts';
export type { CreatedPayment, CustomerParameters, PaymentParameters } from './payment-parameters.ts';
export type { Payments } from './payments.ts';
export type { Payout, PayoutParameters, PayoutStatus } from './payout.ts';
export type { Payouts } from './payouts.ts';
export type { ReceiptCollection, Receipts } from './receipts.ts';
export type { Refund, RefundStatus } from './refund.ts';
export { type ResponseInfo, responseOf } from './response.ts';
export { type QueryRecord, type ReturnAddress, type SignedReturn, verifyReturn } from './return-address.ts';
export type { RawBody } from './signature.ts';
export { SignatureError, type SignatureProblem } from './signature-error.ts';
export type { WebhookEndpoint } from './webhook-endpoint.ts';
export { type SignOptions, signWebhook, verifyWebhook, type WebhookHeaders } from './webhooks.ts';
