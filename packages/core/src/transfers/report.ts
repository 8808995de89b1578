import type { ConnectorAnswer } from '@guichet/operators/contract';
import type { Via } from '../payments/attempt/transition.ts';
import type { Transfer, TransferKind } from './transfer.ts';

/** For an inquiry, includes the time at which it began: its result may be older than outcomes received meanwhile. */
export type Result = ConnectorAnswer & { readonly asked_at?: Date };

export interface Report<Row extends Transfer> {
  readonly kind: TransferKind<Row>;
  /** Locked. */
  readonly transfer: Row;
  readonly result: Result;
  readonly via: Via;
  readonly at: Date;
}
