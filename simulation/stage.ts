import type { Caller } from '@guichet/core/accounts';
import type { StaffActor } from '@guichet/core/platform';
import type { Checkout } from '../test-support/checkouts.ts';
import type { HistoryPlan } from './plan.ts';
import type { Row } from './rows.ts';
import type { Scene } from './scene.ts';

/** A scene with a merchant, and the record of the history so far. */
export interface Stage
  extends Pick<
    Scene,
    'timeline' | 'sides' | 'weather' | 'kept' | 'breaches' | 'count' | 'scheduler' | 'fleet' | 'shops'
  > {
  readonly plan: HistoryPlan;
  readonly caller: Caller;
  /** Two people who may approve each other's payouts. */
  readonly persons: readonly [StaffActor, StaffActor];
  /** By the provider's index. */
  readonly account_ids: readonly string[];
  readonly checkouts: Map<number, Checkout>;
  /** Every acknowledged object, with the key of its request, if it had one. */
  readonly acknowledged: Acknowledged[];
  /** References of the successes that a provider has reversed and reported only to a person. */
  readonly taken_back: Set<string>;
  /** Keys of the merchant, oldest first. */
  readonly keys: HeldKey[];
  /** Statements that were read. */
  readonly periods: Map<number, ReadPeriod>;
  /** Rows that were lost with the database, or that are no longer marked as sent after the loss. */
  readonly lost: LostRow[];
}

export interface LostRow {
  readonly row: Row;
  /** The key of the request that created it or its payment; null if the request is not repeated. */
  readonly key: string | null;
  readonly lost_at: Date;
}

export interface Acknowledged {
  readonly kind: 'payment' | 'payout' | 'refund';
  readonly id: string;
  readonly key: string | null;
}

/** An API key of the merchant. */
export interface HeldKey {
  readonly id: string;
  readonly key: string;
  /** The time when its revocation was acknowledged. */
  revoked_at: Date | null;
}

/** The statement of a period that has ended, as it was first read. */
export interface ReadPeriod {
  readonly until: string;
  readonly text: string;
}
