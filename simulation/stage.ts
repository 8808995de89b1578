import type { Caller } from '@guichet/core/accounts';
import type { Checkout } from '../test-support/checkouts.ts';
import type { HistoryPlan } from './plan.ts';
import type { Scene } from './scene.ts';

/** A scene with a merchant in it, and what has happened so far. */
export interface Stage extends Pick<Scene, 'timeline' | 'sides' | 'weather' | 'kept' | 'breaches' | 'count'> {
  readonly plan: HistoryPlan;
  readonly caller: Caller;
  /** By the provider's index. */
  readonly account_ids: readonly string[];
  readonly checkouts: Map<number, Checkout>;
}
