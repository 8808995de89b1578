import type { Caller } from '@guichet/core/accounts';
import type { StaffActor } from '@guichet/core/platform';
import type { Checkout } from '../test-support/checkouts.ts';
import type { HistoryPlan } from './plan.ts';
import type { Row } from './rows.ts';
import type { Scene } from './scene.ts';

/** A scene with its merchant, and the record of what has happened so far. */
export interface Stage
  extends Pick<
    Scene,
    'timeline' | 'sides' | 'weather' | 'kept' | 'breaches' | 'count' | 'scheduler' | 'fleet' | 'shops'
  > {
  readonly plan: HistoryPlan;
  readonly caller: Caller;
  /** Two people who may approve each other's payouts. */
  readonly persons: readonly [StaffActor, StaffActor];
  /** The merchant's connector accounts, by the index of the provider. */
  readonly account_ids: readonly string[];
  readonly checkouts: Map<number, Checkout>;
  /**
   * Every object whose creation was acknowledged, with the idempotency key of its request, if there was one.
   */
  readonly acknowledged: Acknowledged[];
  /** The references of successes that a provider has reversed and reported only to a person. */
  readonly taken_back: Set<string>;
  /** The API keys of the merchant, oldest first. */
  readonly keys: HeldKey[];
  /** The statements that were read, by the number of the period. */
  readonly periods: Map<number, ReadPeriod>;
  /** The rows that were lost with the database, or that are no longer marked as sent after the loss. */
  readonly lost: LostRow[];
}

export interface LostRow {
  readonly row: Row;
  /**
   * The idempotency key of the request that created the row or its payment; null if there was none, so that
   * nobody repeats the request.
   */
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
  /** The time at which its revocation was acknowledged; null before that. */
  revoked_at: Date | null;
}

/** The statement of a period, as it was first read. */
export interface ReadPeriod {
  readonly until: string;
  readonly text: string;
}
