import { timestampText } from '@guichet/kernel/clock';
import { isLocked } from './check-pin.ts';
import type { Cashier } from './queries.ts';
import type { CashierObject } from './schemas.ts';

/** Presents a cashier as the merchant's staff see them. */
export function presentCashier(cashier: Cashier): CashierObject {
  const { id, name, created_at } = cashier;
  return { id, name, locked: isLocked(cashier), created_at: timestampText(created_at) };
}
