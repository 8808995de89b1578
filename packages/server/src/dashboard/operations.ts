import { AuditEntry, InvitationObject, Me, Member } from '@guichet/core/accounts';
import type { TSchema } from 'typebox';
import { account_operations } from './accounts.ts';
import { approval_change_operations } from './approval-changes.ts';
import { audit_operations } from './audit.ts';
import { balance_operations } from './balances.ts';
import { change_operations } from './changes.ts';
import { customer_operations } from './customers.ts';
import { delivery_operations } from './deliveries.ts';
import { developer_schemas } from './developer-schemas.ts';
import { event_operations } from './events.ts';
import { go_live_operations } from './go-live.ts';
import { key_operations } from './keys.ts';
import { ledger_operations } from './ledger.ts';
import { link_operations } from './links.ts';
import { me_operations } from './me.ts';
import type { Operation } from './operation.ts';
import { overview_operations } from './overview.ts';
import { payment_link_operations } from './payment-links.ts';
import { payment_operations } from './payments.ts';
import { payout_batch_operations } from './payout-batches.ts';
import { payout_operations } from './payouts.ts';
import { receipt_operations } from './receipts.ts';
import { recovery_operations } from './recovery.ts';
import { request_operations } from './requests.ts';
import { routing_operations } from './routing.ts';
import { sandbox_operations } from './sandbox.ts';
import { session_operations } from './sessions.ts';
import { settings_operations } from './settings.ts';
import { team_operations } from './team.ts';
import { till_operations } from './tills.ts';
import { trial_operations } from './trials.ts';
import { webhook_operations } from './webhooks.ts';

/** All operations of the dashboard, in the order of its document. */
export const operations: readonly Operation[] = [
  ...me_operations,
  ...session_operations,
  ...link_operations,
  ...team_operations,
  ...audit_operations,
  ...change_operations,
  ...payment_operations,
  ...payment_link_operations,
  ...till_operations,
  ...trial_operations,
  ...receipt_operations,
  ...customer_operations,
  ...balance_operations,
  ...ledger_operations,
  ...overview_operations,
  ...recovery_operations,
  ...payout_operations,
  ...payout_batch_operations,
  ...approval_change_operations,
  ...account_operations,
  ...go_live_operations,
  ...delivery_operations,
  ...event_operations,
  ...key_operations,
  ...request_operations,
  ...routing_operations,
  ...sandbox_operations,
  ...settings_operations,
  ...webhook_operations,
];

/** Schemas that get a name in the document, and so in the page's types. */
export const named_schemas: Readonly<Record<string, TSchema>> = {
  Me,
  Member,
  Invitation: InvitationObject,
  AuditEntry,
  ...developer_schemas,
};
