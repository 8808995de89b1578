import type { Connection } from '../platform/database/connect.ts';
import { payouts } from './payouts/kind.ts';
import { findTransferByReference } from './queries.ts';
import { refunds } from './refunds/kind.ts';
import type { Transfer, TransferKind, TransferNoun } from './transfer.ts';

/** The kinds of transfers by name. */
export const transfer_kinds: Readonly<Record<TransferNoun, TransferKind>> = {
  payout: payouts,
  refund: refunds,
};

/** A transfer of either kind. */
export interface AnyTransfer {
  readonly kind: TransferKind;
  readonly transfer: Transfer;
}

/** Finds the payout or refund of any merchant by our reference, which is all that a callback carries. */
export async function findByReference(db: Connection, reference: string): Promise<AnyTransfer | undefined> {
  for (const kind of Object.values(transfer_kinds)) {
    const transfer = await findTransferByReference(db, kind, reference);
    if (transfer) return { kind, transfer };
  }
  return undefined;
}
