/**
 * The exports of `transfers` that other packages may import: payouts with their orders and batches, and refunds.
 */
export { followTransfer } from './inquire.ts';
export { browseBatches } from './payouts/batches/browse.ts';
export { confirmBatch } from './payouts/batches/confirm.ts';
export { decideBatch, discardBatch } from './payouts/batches/decide.ts';
export { showBatch } from './payouts/batches/detail.ts';
export { exportFindings, exportLines, writeTemplate } from './payouts/batches/export.ts';
export { forgetOldBatches } from './payouts/batches/forget.ts';
export { batch_limits } from './payouts/batches/limits.ts';
export {
  BatchConfirmation,
  BatchQuery,
  LanguageQuery,
  PayoutBatchDetail,
  PayoutBatchPage,
  UploadQuery,
} from './payouts/batches/schemas.ts';
export { uploadBatch } from './payouts/batches/upload.ts';
export { createPayout } from './payouts/create.ts';
export { payouts } from './payouts/kind.ts';
export { browsePayouts } from './payouts/orders/browse.ts';
export { orderPayout } from './payouts/orders/create.ts';
export { decidePayout, PayoutDecision } from './payouts/orders/decide.ts';
export { exportPayouts } from './payouts/orders/export.ts';
export { listPayoutOptions, PayoutOptions } from './payouts/orders/options.ts';
export {
  listPayoutRules,
  PayoutRuleInput,
  PayoutRuleList,
  SavedPayoutRule,
  setPayoutRule,
} from './payouts/orders/rules.ts';
export { PayoutQuery, StaffPayout, StaffPayoutPage } from './payouts/orders/schemas.ts';
export { retrievePayout, verifyPayout } from './payouts/retrieve.ts';
export { PayoutInput, PayoutObject } from './payouts/schemas.ts';
export { showPayout } from './payouts/show.ts';
export { recheckEnded } from './recheck.ts';
export { createRefund } from './refunds/create.ts';
export { refunds } from './refunds/kind.ts';
export { listPaymentRefunds } from './refunds/list.ts';
export type { HeldRefund } from './refunds/refund-held.ts';
export { RefundRequest, requestRefund } from './refunds/request.ts';
export { RefundObject } from './refunds/schemas.ts';
export { showRefund } from './refunds/show.ts';
export { sendTransfer } from './send.ts';
export type { TransferJob } from './transfer.ts';
