import type { Context } from '@guichet/core/platform';
import { makeGroupedInsert } from '@guichet/core/serving';
import { balanceOperations } from './balances.ts';
import { checkoutOperations } from './checkout.ts';
import { customerOperations } from './customers.ts';
import { eventOperations } from './events.ts';
import type { Operation } from './operation.ts';
import { operatorOperations } from './operators.ts';
import { paymentLinkOperations } from './payment-links.ts';
import { paymentOperations } from './payments.ts';
import { payoutOperations } from './payouts.ts';
import { receiptOperations } from './receipts.ts';

/** Every operation of the API, in the order of the reference. Building the list makes no queries. */
export function allOperations(ctx: Context): readonly Operation[] {
  const insert = makeGroupedInsert(ctx);
  return [
    ...checkoutOperations(ctx, insert),
    ...paymentOperations(ctx, insert),
    ...paymentLinkOperations(ctx),
    ...receiptOperations(ctx),
    ...payoutOperations(ctx),
    ...customerOperations(ctx),
    ...operatorOperations(ctx),
    ...balanceOperations(ctx),
    ...eventOperations(ctx),
  ];
}
