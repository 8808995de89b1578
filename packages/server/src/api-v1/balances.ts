import type { Context } from '@guichet/core/platform';
import { BalanceObject, listBalances } from '@guichet/core/serving';
import Type from 'typebox';
import type { Operation } from './operation.ts';

/** Balances on a single page, because a merchant has few currencies. */
const BalancePage = Type.Object({
  items: Type.Array(BalanceObject),
  next_cursor: Type.Null({ description: 'Always null: there is only one page.' }),
});

/** Operations on the balances of a merchant. */
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
        'The amounts available for payouts and in flight to recipients, in the mode of the key: one item for each ' +
        'currency in which you have ever held money, ordered by currency code.',
      errors: [],
      success: { status: 200, message: 'Balances found.', data: BalancePage },
      handle: async ({ caller }) => ({
        data: { items: await listBalances(ctx, caller), next_cursor: null },
      }),
    },
  ];
}
