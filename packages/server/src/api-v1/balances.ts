import { listBalances } from '@guichet/core/ledger/balances/list';
import { BalanceObject } from '@guichet/core/ledger/balances/schemas';
import type { Context } from '@guichet/core/platform/context';
import Type from 'typebox';
import type { Operation } from './operation.ts';

/** All on one page: a merchant has few currencies. */
const BalancePage = Type.Object({
  items: Type.Array(BalanceObject),
  next_cursor: Type.Null({ description: 'There is never more than this page.' }),
});

/** What a merchant has. */
export function balanceOperations(ctx: Context): readonly Operation[] {
  return [
    {
      access: 'key',
      method: 'GET',
      path: '/balances',
      scope: 'balances:read',
      id: 'listBalances',
      tag: 'Balances',
      summary: 'List balances',
      description:
        'What you can pay out, and what is on its way to recipients, in the mode of the key: one item for each ' +
        'currency you ever had money in, by currency code.',
      errors: [],
      success: { status: 200, message: 'Balances found.', data: BalancePage },
      handle: async ({ caller }) => ({
        data: { items: await listBalances(ctx, caller), next_cursor: null },
      }),
    },
  ];
}
