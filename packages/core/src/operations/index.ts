/** The exports of `operations` for other packages: books, callbacks, review, the sandbox, personal data. */
export { checkBooks } from './books/check.ts';
export { correctMovement } from './books/correct.ts';
export { describeGaps } from './books/cover.ts';
export { decideOnMovement } from './books/decide.ts';
export { browseMovements, listRecordedMovements } from './books/list.ts';
export { recordMovement } from './books/record.ts';
export {
  CorrectionInput,
  MovementDecision,
  MovementInput,
  MovementObject,
  MovementPage,
  MovementQuery,
  StaffMovement,
} from './books/schemas.ts';
export { forgetOldCallbacks } from './callbacks/forget.ts';
export type { CallbackKey } from './callbacks/queries.ts';
export { listAccountCallbacks, showCallback } from './callbacks/show.ts';
export { type IncomingCallback, storeCallback } from './callbacks/store.ts';
export { takeCallback } from './callbacks/take.ts';
export { describeDrifts } from './drift/describe.ts';
export { compareAllAccounts, HoldingList, HoldingObject, listHoldings } from './drift/show.ts';
export { erasePerson } from './personal-data/erase.ts';
export { exportPerson } from './personal-data/export.ts';
export type { SoughtPerson } from './personal-data/find-person.ts';
export { forgetIdleCustomers, forgetOldCalls } from './personal-data/forget.ts';
export { eraseCustomer, exportCustomer } from './personal-data/of-customer.ts';
export { collectReceipt } from './receipts/collect.ts';
export { listReceiptKeys, PublicReceiptKey, rotateReceiptKey } from './receipts/keys.ts';
export { CollectionObject, ReceiptVerdict } from './receipts/schemas.ts';
export { type Receipt, showReceipt } from './receipts/show.ts';
export { verifyReceipt } from './receipts/verify.ts';
export { beginRecovery } from './recovery/begin.ts';
export { endRecovery } from './recovery/end.ts';
export { lookAround } from './recovery/look.ts';
export { showRecoveryNotice } from './recovery/notice.ts';
export { openService } from './recovery/open.ts';
export { OpeningInput, RecoveryNotice } from './recovery/schemas.ts';
export { showRecovery } from './recovery/show.ts';
export { decideOnHeld } from './review/decide-held.ts';
export { resolvePayment } from './review/resolve.ts';
export { resolvePayout } from './review/resolve-payout.ts';
export {
  HeldApproval,
  HeldDecisionObject,
  PayoutResolutionInput,
  ResolutionInput,
  ResolutionObject,
} from './review/schemas.ts';
export { callbackKey } from './sandbox/callback-key.ts';
export { decideSandboxPayment, decideSandboxTransfer } from './sandbox/decide.ts';
export { fundSandbox, fundSandboxOnce } from './sandbox/fund.ts';
export { deliverSandboxCallback, makeSandboxDependencies } from './sandbox/make-dependencies.ts';
export {
  DecisionInput,
  decideOwnSandboxObject,
  FundingInput,
  fundOwnSandbox,
  SandboxPanel,
  showSandbox,
  WaitingObject,
} from './sandbox/manage.ts';
export { reverseSandboxObject } from './sandbox/reverse.ts';
export { listCases, type SimulatedCase, type SimulatedStep, simulateCases } from './sandbox/simulate.ts';
export { listTriggers, triggerEvent } from './sandbox/trigger.ts';
export { findWithoutNextStep } from './stranded/check.ts';
export { mendStranded } from './stranded/mend.ts';
