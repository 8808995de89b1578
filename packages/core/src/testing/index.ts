/**
 * The exports for tests, simulation, benchmarks and scripts alone: internals that no product code of another
 * package may use.
 */

export { makeKey } from '../accounts/api-keys/format.ts';
export { parseNetwork } from '../accounts/api-keys/networks.ts';
export { insertMember } from '../accounts/staff/members/queries.ts';
export { insertStaff } from '../accounts/staff/queries.ts';
export { emitEvent } from '../events/emit.ts';
export { listObjectEvents } from '../events/queries.ts';
export { readEvent } from '../events/read.ts';
export { deliverDue } from '../events/webhooks/delivery/deliver.ts';
export { makeDispatcher } from '../events/webhooks/delivery/dispatch.ts';
export { findDueEndpoints, findNextDue } from '../events/webhooks/delivery/queries.ts';
export { readRetryAfter, retry_waits_ms } from '../events/webhooks/delivery/retry-schedule.ts';
export { type Issued, issueCertificate } from '../events/webhooks/doctor/testing/certificate.ts';
export type { PostingKind } from '../ledger/kinds.ts';
export { listPaymentEntries, listTransferEntries } from '../ledger/queries.ts';
export { readCode, writeCode } from '../operations/receipts/code.ts';
export { decideSandboxRefund } from '../operations/sandbox/decide.ts';
export { pollFor } from '../operations/sandbox/poll.ts';
export { findStranded } from '../operations/stranded/queries.ts';
export { noteCall } from '../operator-calls/circuits/note.ts';
export { open_for_ms } from '../operator-calls/circuits/states.ts';
export { failure_sentences } from '../operator-calls/failures/sentences.ts';
export { inquiry_waits_ms } from '../operator-calls/inquiry-schedule.ts';
export { inquireAboutAttempt } from '../payments/attempt/inquire.ts';
export { openAttempt } from '../payments/attempt/open.ts';
export { findAttempt, listAttempts } from '../payments/attempt/queries.ts';
export { attemptRules } from '../payments/attempt/states.ts';
export { getPayment, lockPayment } from '../payments/queries.ts';
export { readPhoneFor } from '../payments/session/choose.ts';
export { requireSession } from '../payments/session/find.ts';
export {
  checkoutColumns,
  getSession,
  insertCheckoutsSql,
  type NewCheckout,
} from '../payments/session/queries.ts';
export { paymentRules } from '../payments/states.ts';
export { kind_scopes } from '../platform/actor/require-scope.ts';
export { mayGive, scopes, scopes_of } from '../platform/actor/roles.ts';
export { vanished } from '../platform/database/backends/drop-vanished.ts';
export { describeSchema } from '../platform/database/catalog/queries.ts';
export type { Database } from '../platform/database/connect.ts';
export { preparing } from '../platform/database/prepare.ts';
export type { Schema } from '../platform/database/schema.ts';
export { addJob } from '../platform/jobs/queries.ts';
export { keptToken } from '../platform/secrets/checkout-tokens.ts';
export { hideTokens } from '../platform/secrets/hide-tokens.ts';
export { listGlances } from '../reads/changes/queries.ts';
export { readMismatch } from '../reads/payment/present.ts';
export { sealConfig } from '../routing/connector-accounts/config.ts';
export { callbackUrl } from '../routing/connector-accounts/open.ts';
export { insertAccount } from '../routing/connector-accounts/queries.ts';
export { readHeading } from '../transfers/payouts/batches/columns.ts';
export { readAmount } from '../transfers/payouts/batches/read-amount.ts';
export type { Payout } from '../transfers/payouts/queries.ts';
export { findTransferById, lockTransfer, updateFacts } from '../transfers/queries.ts';
export type { Refund } from '../transfers/refunds/queries.ts';
export { transfer_rules } from '../transfers/states.ts';
export type { Transfer, TransferKey, TransferKind } from '../transfers/transfer.ts';
