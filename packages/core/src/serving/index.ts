/**
 * The values of all wings that a service loads at startup, and nothing else: a wing's own index would also
 * load code that only the dashboard and the commands use (docs/decisions/0037-wings-have-an-index.md).
 */
export { makeAuthenticate } from '../accounts/api-keys/authenticate.ts';
export { createKey } from '../accounts/api-keys/create.ts';
export { isWithin } from '../accounts/api-keys/networks.ts';
export { settleChanges } from '../accounts/approvals/changes/settle.ts';
export type { PinCheck } from '../accounts/cashiers/check-pin.ts';
export { listNames } from '../accounts/cashiers/list.ts';
export { type ContactObject, contactOf } from '../accounts/merchants/contact.ts';
export { createMerchant } from '../accounts/merchants/create.ts';
export { requireMerchant } from '../accounts/merchants/find.ts';
export { dataUrl, type Logo } from '../accounts/merchants/logo/picture.ts';
export { findDemoMerchant, type Merchant } from '../accounts/merchants/queries.ts';
export { createStaff } from '../accounts/staff/create.ts';
export { forgetExpired } from '../accounts/staff/forget.ts';
export { findPasswordHash, findStaffByEmail } from '../accounts/staff/queries.ts';
export { type FoundTill, findTill } from '../accounts/tills/find.ts';
export { pairTill } from '../accounts/tills/pair.ts';
export type { Till } from '../accounts/tills/queries.ts';
export { counter_languages } from '../accounts/tills/schemas.ts';
export { setTillLanguage } from '../accounts/tills/set-language.ts';
export { listEvents } from '../events/list.ts';
export { readEventText } from '../events/read.ts';
export { EventObject, EventPage, EventQuery } from '../events/schemas.ts';
export { makeEventStream, StreamQuery } from '../events/stream.ts';
export { eventTypes } from '../events/types.ts';
export { makeAwaitAcknowledged } from '../events/webhooks/deliveries/await-acknowledged.ts';
export { forgetOldDeliveries } from '../events/webhooks/deliveries/forget.ts';
export { startDelivering } from '../events/webhooks/delivery/deliver.ts';
export { makeSender } from '../events/webhooks/delivery/send.ts';
export { tidyEndpoints } from '../events/webhooks/endpoints/housekeep.ts';
export { listBalances } from '../ledger/balances/list.ts';
export { rollUpBalances } from '../ledger/balances/roll-up.ts';
export { BalanceObject } from '../ledger/balances/schemas.ts';
export { forgetOldCallbacks } from '../operations/callbacks/forget.ts';
export { storeCallback } from '../operations/callbacks/store.ts';
export { takeCallback } from '../operations/callbacks/take.ts';
export { compareDueAccounts } from '../operations/drift/round.ts';
export { forgetIdleCustomers, forgetOldCalls } from '../operations/personal-data/forget.ts';
export type { Erasure } from '../operations/personal-data/plan-stragglers.ts';
export { eraseStragglers } from '../operations/personal-data/stragglers.ts';
export { collectReceipt } from '../operations/receipts/collect.ts';
export { listReceiptKeys } from '../operations/receipts/keys.ts';
export { CollectionObject, type ReceiptVerdict } from '../operations/receipts/schemas.ts';
export { type Receipt, showReceipt } from '../operations/receipts/show.ts';
export { verifyReceipt } from '../operations/receipts/verify.ts';
export { lookAround } from '../operations/recovery/look.ts';
export { callbackKey } from '../operations/sandbox/callback-key.ts';
export { decideSandboxPayment } from '../operations/sandbox/decide.ts';
export { fundSandboxOnce } from '../operations/sandbox/fund.ts';
export { deliverSandboxCallback, makeSandboxDependencies } from '../operations/sandbox/make-dependencies.ts';
export { mendStranded } from '../operations/stranded/mend.ts';
export { isFailureReason, isRefundReason } from '../operator-calls/failures/sentences.ts';
export { awaitLateAnswers } from '../operator-calls/late-answers.ts';
export { followAttempt } from '../payments/attempt/inquire.ts';
export { isOpen } from '../payments/attempt/states.ts';
export { makeCreatePayment } from '../payments/create.ts';
export { listCustomers } from '../payments/customer/list.ts';
export { moveCustomerPayments } from '../payments/customer/move.ts';
export { retrieveCustomer } from '../payments/customer/retrieve.ts';
export { CustomerObject, CustomerPage, CustomerQuery } from '../payments/customer/schemas.ts';
export { type AmountChoice, type AmountProblem, anyAmount } from '../payments/link/amount.ts';
export type { AnswerProblem } from '../payments/link/answers.ts';
export { createPaymentLink } from '../payments/link/create.ts';
export { listPaymentLinks } from '../payments/link/list.ts';
export { type LinkForm, makeOpenLink, type Opening } from '../payments/link/open.ts';
export type { LinkRefusal } from '../payments/link/refusal.ts';
export { retrievePaymentLink } from '../payments/link/retrieve.ts';
export {
  link_limits,
  PaymentLinkChanges,
  PaymentLinkInput,
  PaymentLinkObject,
  PaymentLinkPage,
  PaymentLinkQuery,
} from '../payments/link/schemas.ts';
export { updatePaymentLink } from '../payments/link/update.ts';
export { type LinkView, visitPaymentLink } from '../payments/link/visit.ts';
export { amountReceived, feeIn, paidSumOf } from '../payments/paid-sum.ts';
export { referenceOf } from '../payments/reference.ts';
export { retrievePayment, verifyPayment } from '../payments/retrieve.ts';
export { CreatedPayment, PaymentInput, PaymentObject } from '../payments/schemas.ts';
export { type AskedAgain, askAgain, askAgainAt } from '../payments/session/ask-again.ts';
export { cancelCheckout, cancelDirectly } from '../payments/session/cancel.ts';
export { chooseOperator, needsNumber } from '../payments/session/choose.ts';
export { confirmationOf } from '../payments/session/confirmation.ts';
export { describeCheckout } from '../payments/session/describe.ts';
export { expireSessions } from '../payments/session/expire.ts';
export { hasExpired } from '../payments/session/find.ts';
export { getCheckoutSnapshot } from '../payments/session/get-snapshot.ts';
export { findByShortCode, forgetShortCodes, giveShortCode } from '../payments/session/hand-over.ts';
export { checkoutUrl, makeInitialize } from '../payments/session/initialize.ts';
export { makeGroupedInsert } from '../payments/session/insert-in-groups.ts';
export { payCheckout } from '../payments/session/pay.ts';
export { payDirectly } from '../payments/session/pay-directly.ts';
export { mayResend, resendOtp } from '../payments/session/resend-otp.ts';
export { returnsToReceipt, returnUrl } from '../payments/session/return-url.ts';
export {
  CancelInput,
  CheckoutObject,
  CheckoutStatus,
  InitializedCheckout,
  InitializeInput,
  PayInput,
} from '../payments/session/schemas.ts';
export { submitOtp } from '../payments/session/submit-otp.ts';
export { makeCheckoutWatch } from '../payments/session/watch.ts';
export { closeOwnShift } from '../payments/shift/close.ts';
export { type FoundCashier, findSignedIn } from '../payments/shift/find-cashier.ts';
export { lockShift } from '../payments/shift/lock.ts';
export { findTaken, listTaken, type TakenPayment } from '../payments/shift/payments.ts';
export type { NamedShift } from '../payments/shift/queries.ts';
export type { ShiftSheet } from '../payments/shift/schemas.ts';
export { sheetOf } from '../payments/shift/sheet.ts';
export { showClosedShift } from '../payments/shift/show.ts';
export { type SignIn, type SignInForm, signIn } from '../payments/shift/sign-in.ts';
export { makeTakePayment, type TakeForm, type Taking } from '../payments/shift/take.ts';
export { commandFor, customerWith, service_actor } from '../platform/actor/actor.ts';
export { requireScope } from '../platform/actor/require-scope.ts';
export { default_session_hours, sessionLimits } from '../platform/actor/session-limits.ts';
export { ClockError, makeDatabaseClock } from '../platform/clock/follow.ts';
export { ReadOnlyError, requireWritable } from '../platform/database/backends/require-writable.ts';
export { connect, connectPlainly } from '../platform/database/connect.ts';
export { DurabilityError, requireDurable } from '../platform/database/judge-durability.ts';
export {
  explainMixUp,
  judgePooling,
  PoolerError,
  requireOwnConnections,
  requirePrepared,
} from '../platform/database/judge-pooler.ts';
export { databaseTlsProblem } from '../platform/database/judge-tls.ts';
export {
  DatabaseRightsError,
  migrate,
  OutdatedDatabaseError,
  pendingMigrations,
  requireRights,
} from '../platform/database/migrate.ts';
export { forgetOldKeys } from '../platform/idempotency/forget.ts';
export {
  forgetDeadProcesses,
  forgetProcess,
  freeJobsOfDeadWorkers,
  freeLockedJobs,
  hurryJobs,
  listLockedJobs,
  saveHeartbeat,
} from '../platform/jobs/queries.ts';
export { makeQueueLogger } from '../platform/jobs/queue-log.ts';
export { repeat } from '../platform/jobs/repeat.ts';
export { makeOpener } from '../platform/network/open-connection.ts';
export { isNetwork, readOpenedHost } from '../platform/network/opened-hosts.ts';
export { limitOf, per_second_max } from '../platform/rate-limits/limit.ts';
export { lease_timeout_ms, makeLimiter } from '../platform/rate-limits/limiter.ts';
export { digestOf, networkOf } from '../platform/rate-limits/subjects.ts';
export { sweepBuckets } from '../platform/rate-limits/sweep.ts';
export { noteServer } from '../platform/recovery/note-server.ts';
export { isRecovering } from '../platform/recovery/queries.ts';
export { requireOpen } from '../platform/recovery/require-open.ts';
export { makeReferences } from '../platform/references/references.ts';
export { forgetOldRequests } from '../platform/request-log/forget.ts';
export { startRequestRecorder } from '../platform/request-log/record.ts';
export { usual_retention } from '../platform/retention.ts';
export { makeCheckoutTokens } from '../platform/secrets/checkout-tokens.ts';
export { keepSecret, keptSecret } from '../platform/secrets/keep-secret.ts';
export { makeSecretBox } from '../platform/secrets/seal.ts';
export { refreshStatistics } from '../platform/statistics/refresh.ts';
export { rollUpDays } from '../reads/overview/roll-up.ts';
export { makeAccounts } from '../routing/connector-accounts/open.ts';
export { makeProviderHosts } from '../routing/connector-accounts/provider-hosts.ts';
export { makeListOperators } from '../routing/list-operators.ts';
export { chargeOf, dialFor, isAvailable } from '../routing/offers.ts';
export { percentOf } from '../routing/percent-of.ts';
export { makeRankOffers } from '../routing/rank-offers.ts';
export { OperatorPage, OperatorQuery } from '../routing/schemas.ts';
export { setRule } from '../routing/set-rule.ts';
export { followTransfer } from '../transfers/inquire.ts';
export { forgetOldBatches } from '../transfers/payouts/batches/forget.ts';
export { createPayout } from '../transfers/payouts/create.ts';
export { payouts } from '../transfers/payouts/kind.ts';
export { retrievePayout, verifyPayout } from '../transfers/payouts/retrieve.ts';
export { PayoutInput, PayoutObject } from '../transfers/payouts/schemas.ts';
export { recheckEnded } from '../transfers/recheck.ts';
export { refunds } from '../transfers/refunds/kind.ts';
export { refundHeld } from '../transfers/refunds/refund-held.ts';
export { sendTransfer } from '../transfers/send.ts';
