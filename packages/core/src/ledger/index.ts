/** The exports of `ledger` for other packages: balances and the check of the books. */
export { listBalances } from './balances/list.ts';
export { rollUpBalances } from './balances/roll-up.ts';
export { BalanceObject } from './balances/schemas.ts';
export { checkLedger } from './check.ts';
export { movement_kinds } from './movements.ts';
