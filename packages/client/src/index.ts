// biome-ignore-all lint/performance/noBarrelFile: a published package has one entry; bundlers drop what is not used.
export type { Checkout } from './checkout.ts';
export type {
  CheckoutSession,
  InitializedCheckout,
  InitializeParameters,
  OperatorOnOffer,
  Template,
} from './checkout-session.ts';
export type { HeadersInput } from './claim.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type FieldErrors,
  GoneError,
  GuichetError,
  NotFoundError,
  RateLimitError,
  SignatureError,
  type SignatureProblem,
  TimeoutError,
  ValidationError,
} from './errors.ts';
export type {
  PaymentEvent,
  PaymentEventName,
  PayoutEvent,
  PayoutEventName,
  RefundEvent,
  RefundEventName,
  UnknownEvent,
  WebhookEvent,
} from './events.ts';
export { Guichet } from './guichet.ts';
export type { Fetch, GuichetOptions } from './options.ts';
export type { FailureCode, Payment, PaymentCustomer, PaymentFailure, PaymentStatus } from './payment.ts';
export type { Payments } from './payments.ts';
export type { CallOptions, CreateOptions } from './transport.ts';
export {
  type SignOptions,
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
} from './webhooks.ts';
