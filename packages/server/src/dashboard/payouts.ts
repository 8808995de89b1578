import { resolvePayout } from '@guichet/core/operations/review/resolve-payout';
import { PayoutResolutionInput, ResolutionObject } from '@guichet/core/operations/review/schemas';
import { showStaffPayout } from '@guichet/core/reads/payout/get';
import { PayoutDetail } from '@guichet/core/reads/payout/schemas';
import { browsePayouts } from '@guichet/core/transfers/payouts/orders/browse';
import { orderPayout } from '@guichet/core/transfers/payouts/orders/create';
import { Decision, decidePayout } from '@guichet/core/transfers/payouts/orders/decide';
import { exportPayouts } from '@guichet/core/transfers/payouts/orders/export';
import { listPayoutOptions, PayoutOptions } from '@guichet/core/transfers/payouts/orders/options';
import {
  listPayoutRules,
  PayoutRuleInput,
  PayoutRuleList,
  SavedPayoutRule,
  setPayoutRule,
} from '@guichet/core/transfers/payouts/orders/rules';
import { PayoutQuery, StaffPayout, StaffPayoutPage } from '@guichet/core/transfers/payouts/orders/schemas';
import { PayoutInput } from '@guichet/core/transfers/payouts/schemas';
import type { MerchantDownload, MerchantOperation } from './operation.ts';

const tag = 'Payouts';

/** Money that goes out: what went, and what people send. */
export const payout_operations: readonly (MerchantOperation | MerchantDownload)[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/payouts',
    id: 'listPayouts',
    tag,
    scope: 'payouts:read',
    summary: 'Payouts, newest first',
    query: PayoutQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'Payouts found.', data: StaffPayoutPage },
    handle: async ({ ctx, actor, query }) => ({ data: await browsePayouts(ctx, actor, query) }),
  },
  {
    access: 'merchant_download',
    method: 'GET',
    path: '/payouts.csv',
    id: 'exportPayouts',
    tag,
    scope: 'payouts:read',
    summary: 'Payouts as CSV',
    needs_proof: 'live',
    query: PayoutQuery,
    errors: ['invalid_fields'],
    content_type: 'text/csv; charset=utf-8',
    handle: async ({ ctx, actor, query }) => ({
      file_name: `payouts-${actor.mode}.csv`,
      content_type: 'text/csv; charset=utf-8',
      content: exportPayouts(ctx, actor, query),
    }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/payouts',
    id: 'orderPayout',
    tag,
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
  {
    access: 'merchant',
    method: 'GET',
    path: '/payouts/{id}',
    id: 'showPayout',
    tag,
    scope: 'payouts:read',
    summary: 'Everything about a payout',
    errors: ['payout_not_found'],
    success: { status: 200, message: 'Payout found.', data: PayoutDetail },
    handle: async ({ ctx, actor, params }) => ({ data: await showStaffPayout(ctx, actor, params.id ?? '') }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/payouts/{id}/decision',
    id: 'decidePayout',
    tag,
    scope: 'payouts:create',
    summary: 'Approve or refuse a payout awaiting approval',
    needs_proof: 'live',
    body: Decision,
    errors: ['payout_not_found', 'conflict'],
    success: { status: 200, message: 'Decided.', data: StaffPayout },
    handle: async ({ ctx, actor, params, body }) => ({
      data: await decidePayout(ctx, actor, params.id ?? '', body),
    }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/payouts/{id}/resolutions',
    id: 'resolvePayout',
    tag,
    scope: 'payouts:resolve',
    summary: 'Say what became of a payout that the service cannot find out about',
    needs_proof: 'live',
    body: PayoutResolutionInput,
    errors: ['payout_not_found', 'conflict'],
    success: { status: 201, message: 'Resolved.', data: ResolutionObject },
    handle: async ({ ctx, actor, params, body }) => ({
      data: await resolvePayout(ctx, actor, params.id ?? '', body),
    }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/payout-options',
    id: 'listPayoutOptions',
    tag,
    scope: 'payouts:read',
    summary: 'Balances, and the operators that can pay out of them',
    errors: [],
    success: { status: 200, message: 'Payout options.', data: PayoutOptions },
    handle: async ({ ctx, actor }) => ({ data: await listPayoutOptions(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/payout-rules',
    id: 'listPayoutRules',
    tag,
    scope: 'payouts:read',
    summary: 'From which amount on two people are needed, and which balance is low',
    errors: [],
    success: { status: 200, message: 'The rules.', data: PayoutRuleList },
    handle: async ({ ctx, actor }) => ({ data: await listPayoutRules(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'PUT',
    path: '/payout-rules/{currency}',
    id: 'setPayoutRule',
    tag,
    scope: 'settings:write',
    summary: 'Set the rules of a currency',
    needs_proof: 'live',
    body: PayoutRuleInput,
    errors: [],
    success: { status: 200, message: 'Saved.', data: SavedPayoutRule },
    handle: async ({ ctx, actor, params, body }) => ({
      data: await setPayoutRule(ctx, actor, params.currency ?? '', body),
    }),
  },
];
