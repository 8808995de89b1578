import type { CashierTable, ShiftTable, TillTable } from './tables/counter.ts';
import type { EventTable } from './tables/events.ts';
import type {
  InstallationSecretTable,
  InstallationTable,
  RecoveryInquiryTable,
  RecoveryTable,
  UnseenPeriodTable,
} from './tables/installation.ts';
import type { WorkerProcessTable } from './tables/jobs.ts';
import type {
  AccountComparisonTable,
  BalanceChangeTable,
  BalanceHourTable,
  BalanceTable,
  ClearingDriftTable,
  ClosedPeriodTable,
  LedgerEntryTable,
  LedgerMovementTable,
  LedgerTransactionTable,
} from './tables/ledger.ts';
import type {
  ApiKeyTable,
  ApiRequestTable,
  IdempotencyKeyTable,
  MerchantLogoTable,
  MerchantTable,
  RateLimitBucketTable,
} from './tables/merchants.ts';
import type {
  CallbackTable,
  ConnectorAccountTable,
  OperatorCallTable,
  OperatorCircuitTable,
  PastAccountSettingsTable,
  RoutingRuleTable,
  SandboxTransactionTable,
} from './tables/operators.ts';
import type { PaymentLinkTable } from './tables/payment-links.ts';
import type {
  AttemptTable,
  AttemptTransitionTable,
  CheckoutSessionTable,
  CustomerPaymentTable,
  CustomerTable,
  PaymentTable,
  PaymentTransitionTable,
  ShortCodeTable,
} from './tables/payments.ts';
import type {
  PayoutBatchFindingTable,
  PayoutBatchLineTable,
  PayoutBatchTable,
} from './tables/payout-batches.ts';
import type {
  ApprovalChangeTable,
  PaymentDaysProgressTable,
  PaymentDayTable,
  PayoutOrderTable,
  PayoutRuleTable,
  SponsorshipTable,
} from './tables/payout-orders.ts';
import type { PayoutTable, PayoutTransitionTable } from './tables/payouts.ts';
import type { ReceiptCollectionTable, ReceiptKeyTable } from './tables/receipts.ts';
import type { RefundTable, RefundTransitionTable } from './tables/refunds.ts';
import type { HeldDecisionTable, ResolutionTable } from './tables/resolutions.ts';
import type {
  AuditLogTable,
  InvitationTable,
  MemberTable,
  StaffAccountTable,
  StaffAddressTable,
  StaffPasskeyTable,
  StaffPasswordLinkTable,
  StaffRefusalTable,
  StaffSessionTable,
  StaffTable,
  StaffTwoFactorTable,
  StaffUsedCodeTable,
  StaffVerificationTable,
} from './tables/staff.ts';
import type {
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookEndpointHealthTable,
  WebhookEndpointTable,
  WebhookSecretTable,
} from './tables/webhooks.ts';

/** Our tables. The queue's own schema belongs to graphile-worker. */
export interface Schema {
  merchants: MerchantTable;
  merchant_logos: MerchantLogoTable;
  api_keys: ApiKeyTable;
  api_requests: ApiRequestTable;
  routing_rules: RoutingRuleTable;
  payments: PaymentTable;
  payment_transitions: PaymentTransitionTable;
  payment_links: PaymentLinkTable;
  tills: TillTable;
  cashiers: CashierTable;
  shifts: ShiftTable;
  checkout_sessions: CheckoutSessionTable;
  short_codes: ShortCodeTable;
  customers: CustomerTable;
  customer_payments: CustomerPaymentTable;
  idempotency_keys: IdempotencyKeyTable;
  payouts: PayoutTable;
  payout_transitions: PayoutTransitionTable;
  payout_orders: PayoutOrderTable;
  payout_rules: PayoutRuleTable;
  sponsorships: SponsorshipTable;
  approval_changes: ApprovalChangeTable;
  payout_batches: PayoutBatchTable;
  payout_batch_lines: PayoutBatchLineTable;
  payout_batch_findings: PayoutBatchFindingTable;
  payment_days: PaymentDayTable;
  payment_days_progress: PaymentDaysProgressTable;
  refunds: RefundTable;
  refund_transitions: RefundTransitionTable;
  resolutions: ResolutionTable;
  held_decisions: HeldDecisionTable;
  connector_accounts: ConnectorAccountTable;
  past_account_settings: PastAccountSettingsTable;
  operator_circuits: OperatorCircuitTable;
  operator_calls: OperatorCallTable;
  callbacks: CallbackTable;
  balances: BalanceTable;
  balance_changes: BalanceChangeTable;
  balance_hours: BalanceHourTable;
  closed_periods: ClosedPeriodTable;
  rate_limit_buckets: RateLimitBucketTable;
  receipt_keys: ReceiptKeyTable;
  receipt_collections: ReceiptCollectionTable;
  attempts: AttemptTable;
  attempt_transitions: AttemptTransitionTable;
  ledger_transactions: LedgerTransactionTable;
  ledger_movements: LedgerMovementTable;
  account_comparisons: AccountComparisonTable;
  clearing_drifts: ClearingDriftTable;
  ledger_entries: LedgerEntryTable;
  events: EventTable;
  webhook_endpoints: WebhookEndpointTable;
  webhook_secrets: WebhookSecretTable;
  webhook_endpoint_health: WebhookEndpointHealthTable;
  webhook_deliveries: WebhookDeliveryTable;
  webhook_attempts: WebhookAttemptTable;
  sandbox_transactions: SandboxTransactionTable;
  worker_processes: WorkerProcessTable;
  staff: StaffTable;
  staff_addresses: StaffAddressTable;
  staff_accounts: StaffAccountTable;
  staff_sessions: StaffSessionTable;
  staff_two_factors: StaffTwoFactorTable;
  staff_passkeys: StaffPasskeyTable;
  staff_password_links: StaffPasswordLinkTable;
  installation: InstallationTable;
  installation_secrets: InstallationSecretTable;
  unseen_periods: UnseenPeriodTable;
  recoveries: RecoveryTable;
  recovery_inquiries: RecoveryInquiryTable;
  staff_used_codes: StaffUsedCodeTable;
  staff_refusals: StaffRefusalTable;
  staff_verifications: StaffVerificationTable;
  members: MemberTable;
  invitations: InvitationTable;
  audit_log: AuditLogTable;
}
