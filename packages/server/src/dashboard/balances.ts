import {
  BalanceList,
  exportStatement,
  PeriodQuery,
  Statement,
  StatementQuery,
  showBalances,
  showStatement,
} from '@guichet/core/reads';
import type { MerchantDownload, MerchantOperation } from './operation.ts';

const tag = 'Balances';

/** Operations on a merchant's balances and statements. */
export const balance_operations: readonly (MerchantOperation | MerchantDownload)[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/balances',
    id: 'showBalances',
    tag,
    scope: 'balances:read',
    summary: 'Balances, currency by currency',
    errors: [],
    success: { status: 200, message: 'Balances.', data: BalanceList },
    handle: async ({ ctx, actor }) => ({ data: await showBalances(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/balances/{currency}/statement',
    id: 'showStatement',
    tag,
    scope: 'balances:read',
    summary: 'Movements of a balance in a period',
    query: StatementQuery,
    errors: ['not_found'],
    success: { status: 200, message: 'Statement.', data: Statement },
    handle: async ({ ctx, actor, params, query }) => ({
      data: await showStatement(ctx, actor, { currency: params.currency ?? '', query }),
    }),
  },
  {
    access: 'merchant_download',
    method: 'GET',
    path: '/balances/{currency}/statement/export',
    id: 'exportStatement',
    tag,
    scope: 'balances:read',
    summary: 'Movements of a balance as CSV',
    needs_proof: 'live',
    query: PeriodQuery,
    errors: ['not_found'],
    content_type: 'text/csv; charset=utf-8',
    handle: async ({ ctx, actor, params, query }) => {
      const { currency = '' } = params;
      const content = exportStatement(ctx, actor, { currency, query });
      return { file_name: `statement-${currency}-${actor.mode}.csv`, content };
    },
  },
];
