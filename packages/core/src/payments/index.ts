/** The exports of `payments` for other packages: the payment, its session, attempts, customers. */
export { followAttempt } from './attempt/inquire.ts';
export type { Attempt } from './attempt/queries.ts';
export { makeCreatePayment } from './create.ts';
export { listCustomers } from './customer/list.ts';
export { moveCustomerPayments } from './customer/move.ts';
export { retrieveCustomer } from './customer/retrieve.ts';
export { CustomerObject, CustomerPage, CustomerQuery } from './customer/schemas.ts';
export { createPaymentLink } from './link/create.ts';
export { listPaymentLinks } from './link/list.ts';
export { type LinkForm, makeOpenLink, type Opening } from './link/open.ts';
export { retrievePaymentLink } from './link/retrieve.ts';
export {
  PaymentLinkChanges,
  PaymentLinkInput,
  PaymentLinkObject,
  PaymentLinkPage,
  PaymentLinkQuery,
} from './link/schemas.ts';
export { updatePaymentLink } from './link/update.ts';
export { type LinkView, visitPaymentLink } from './link/visit.ts';
export type { Payment } from './queries.ts';
export { referenceOf } from './reference.ts';
export { retrievePayment, verifyPayment } from './retrieve.ts';
export { CreatedPayment, DuplicatePayment, PaymentInput, PaymentObject } from './schemas.ts';
export { cancelCheckout, cancelDirectly } from './session/cancel.ts';
export { type ChoiceProblems, chooseOperator } from './session/choose.ts';
export { confirmationOf } from './session/confirmation.ts';
export { describeCheckout } from './session/describe.ts';
export { expireCheckout, expireSessions } from './session/expire.ts';
export { hasExpired } from './session/find.ts';
export { type CheckoutSnapshot, getCheckoutSnapshot } from './session/get-snapshot.ts';
export { findByShortCode, forgetShortCodes, giveShortCode } from './session/hand-over.ts';
export { checkoutUrl, makeInitialize } from './session/initialize.ts';
export { type InsertCheckout, makeGroupedInsert } from './session/insert-in-groups.ts';
export { payCheckout } from './session/pay.ts';
export { payDirectly } from './session/pay-directly.ts';
export { mayResend, type ResentOtp, resendOtp } from './session/resend-otp.ts';
export { returnUrl } from './session/return-url.ts';
export {
  CancelInput,
  CheckoutObject,
  CheckoutStatus,
  InitializedCheckout,
  InitializeInput,
  PayInput,
} from './session/schemas.ts';
export { submitOtp } from './session/submit-otp.ts';
export { makeCheckoutWatch } from './session/watch.ts';
export { closeShift } from './shift/close.ts';
export { listShifts } from './shift/list.ts';
export { ShiftPage, ShiftQuery, ShiftSheet } from './shift/schemas.ts';
export { showShift } from './shift/show.ts';
export { startTrial, TrialInput, TrialObject } from './trial/start.ts';
