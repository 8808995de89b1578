import { PayoutResolutionInput, ResolutionObject, resolvePayout } from '@guichet/core/operations';
import { PayoutDetail, showStaffPayout } from '@guichet/core/reads';
import {
  browsePayouts,
  decidePayout,
  exportPayouts,
  listPayoutOptions,
  listPayoutRules,
  orderPayout,
  PayoutDecision,
  PayoutInput,
  PayoutOptions,
  PayoutQuery,
  PayoutRuleInput,
  PayoutRuleList,
  SavedPayoutRule,
  StaffPayout,
  StaffPayoutPage,
  setPayoutRule,
} from '@guichet/core/transfers';
import { withActor, withPath, withPathAndBody, withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Outgoing money: existing payouts, and those that people create. */
export const payout_operations = merchantOperations('Payouts', {
  listPayouts: {
    route: 'GET /payouts',
    scope: 'payouts:read',
    summary: 'Payouts, newest first',
    query: PayoutQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'Payouts found.', data: StaffPayoutPage },
    handle: withQuery(browsePayouts),
  },
  exportPayouts: {
    access: 'merchant_download',
    route: 'GET /payouts.csv',
    scope: 'payouts:read',
    summary: 'Payouts as CSV',
    needs_proof: 'live',
    query: PayoutQuery,
    errors: ['invalid_fields'],
    content_type: 'text/csv; charset=utf-8',
    handle: async ({ ctx, actor, query }) => ({
      file_name: `payouts-${actor.mode}.csv`,
      content: exportPayouts(ctx, actor, query),
    }),
  },
  orderPayout: {
    route: 'POST /payouts',
    scope: 'payouts:create',
    summary: 'Make a payout',
    needs_proof: 'live',
    body: PayoutInput,
    errors: ['insufficient_balance', 'idempotency_key_reused', 'idempotency_key_in_use'],
    success: { status: 201, message: 'Payout created.', data: StaffPayout },
    handle: async ({ ctx, actor, body, once }) => {
      const { value, replayed } = await orderPayout(ctx, actor, body, once);
      return { data: value, replayed };
    },
  },
  showPayout: {
    route: 'GET /payouts/{id}',
    scope: 'payouts:read',
    summary: 'Everything about a payout',
    errors: ['payout_not_found'],
    success: { status: 200, message: 'Payout found.', data: PayoutDetail },
    handle: withPath('id', showStaffPayout),
  },
  decidePayout: {
    route: 'POST /payouts/{id}/decision',
    scope: 'payouts:create',
    summary: 'Approve or refuse a payout awaiting approval',
    needs_proof: 'live',
    body: PayoutDecision,
    errors: ['payout_not_found', 'conflict'],
    success: { status: 200, message: 'Decided.', data: StaffPayout },
    handle: withPathAndBody('id', decidePayout),
  },
  resolvePayout: {
    route: 'POST /payouts/{id}/resolutions',
    scope: 'payouts:resolve',
    summary: 'Say what became of a payout that the service cannot find out about',
    needs_proof: 'live',
    body: PayoutResolutionInput,
    errors: ['payout_not_found', 'conflict'],
    success: { status: 201, message: 'Resolved.', data: ResolutionObject },
    handle: withPathAndBody('id', resolvePayout),
  },
  listPayoutOptions: {
    route: 'GET /payout-options',
    scope: 'payouts:read',
    summary: 'Balances, and the operators that can pay out of them',
    errors: [],
    success: { status: 200, message: 'Payout options.', data: PayoutOptions },
    handle: withActor(listPayoutOptions),
  },
  listPayoutRules: {
    route: 'GET /payout-rules',
    scope: 'payouts:read',
    summary: 'From which amount on two people are needed, and which balance is low',
    errors: [],
    success: { status: 200, message: 'The rules.', data: PayoutRuleList },
    handle: withActor(listPayoutRules),
  },
  setPayoutRule: {
    route: 'PUT /payout-rules/{currency}',
    scope: 'settings:write',
    summary: 'Set the rules of a currency',
    needs_proof: 'live',
    body: PayoutRuleInput,
    errors: [],
    success: { status: 200, message: 'Saved.', data: SavedPayoutRule },
    handle: withPathAndBody('currency', setPayoutRule),
  },
});
