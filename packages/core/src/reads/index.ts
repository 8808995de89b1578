/** The exports of `reads` that other packages may import: lists, details and figures across wings. */
export { makeChangesWatch, type WatchChanges } from './changes/watch.ts';
export {
  browseCustomers,
  CustomerPaymentsQuery,
  CustomerSearchQuery,
  listCustomerPayments,
  showCustomer,
} from './customers/browse.ts';
export { GoLiveObject } from './go-live/schemas.ts';
export { showGoLive } from './go-live/show.ts';
export { listNeeds, listSteps } from './overview/needs.ts';
export { rollUpDays } from './overview/roll-up.ts';
export { Needs, OverviewObject, OverviewQuery, Steps } from './overview/schemas.ts';
export { showOverview } from './overview/show.ts';
export { showPaymentDetail } from './payment/get.ts';
export { PaymentDetail } from './payment/schemas.ts';
export { showPayment } from './payment/show.ts';
export { exportPaymentLinks, PaymentLinkFilter } from './payment-links/export.ts';
export { listPaymentLinkOptions, PaymentLinkOptions } from './payment-links/options.ts';
export { browsePayments, listPaymentChoices, PaymentChoices } from './payments/browse.ts';
export { exportPayments } from './payments/export.ts';
export { PaymentFilter, PaymentPage, PaymentQuery } from './payments/search/schemas.ts';
export { showStaffPayout } from './payout/get.ts';
export { PayoutDetail } from './payout/schemas.ts';
export {
  BalanceList,
  exportStatement,
  PeriodQuery,
  Statement,
  StatementQuery,
  showBalances,
  showStatement,
} from './statement/statement.ts';
export { listTrialOptions, TrialOptions } from './trial/options.ts';
