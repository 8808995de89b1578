import {
  BalanceList,
  exportStatement,
  PeriodQuery,
  Statement,
  StatementQuery,
  showBalances,
  showStatement,
} from '@guichet/core/reads';
import { withActor } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on a merchant's balances and statements. */
export const balance_operations = merchantOperations('Balances', {
  showBalances: {
    route: 'GET /balances',
    scope: 'balances:read',
    summary: 'Balances by currency',
    errors: [],
    success: { status: 200, message: 'Balances.', data: BalanceList },
    handle: withActor(showBalances),
  },
  showStatement: {
    route: 'GET /balances/{currency}/statement',
    scope: 'balances:read',
    summary: 'Movements of a balance in a period',
    query: StatementQuery,
    errors: ['not_found'],
    success: { status: 200, message: 'Statement.', data: Statement },
    handle: async ({ ctx, actor, params: { currency = '' }, query }) => ({
      data: await showStatement(ctx, actor, { currency, query }),
    }),
  },
  exportStatement: {
    access: 'merchant_download',
    route: 'GET /balances/{currency}/statement/export',
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
});
