import { type Kysely, sql } from 'kysely';
import { audit, sign_ins } from './baseline/audit.ts';
import { counter } from './baseline/counter.ts';
import { events } from './baseline/events.ts';
import { installation } from './baseline/installation.ts';
import { ledger } from './baseline/ledger.ts';
import { merchants } from './baseline/merchants.ts';
import { operators } from './baseline/operators.ts';
import { payment_links } from './baseline/payment-links.ts';
import { payments } from './baseline/payments.ts';
import { payout_orders } from './baseline/payout-orders.ts';
import { payouts } from './baseline/payouts.ts';
import { receipts } from './baseline/receipts.ts';
import { refunds } from './baseline/refunds.ts';
import { staff } from './baseline/staff.ts';
import { functions } from './baseline/triggers.ts';
import { words } from './baseline/words.ts';

/**
 * Creates the schema of the first release. This migration may be edited until that release; each later change is a
 * migration of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements: readonly string[] = [
  ...[...functions, ...audit, ...installation, ...merchants, ...staff, ...sign_ins],
  ...[
    ...operators,
    ...words,
    ...counter,
    ...payment_links,
    ...payments,
    ...payouts,
    ...payout_orders,
    ...refunds,
    ...receipts,
  ],
  ...[...ledger, ...events],
];
