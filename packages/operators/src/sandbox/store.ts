import type { Clock } from '@guichet/kernel/clock';
import type { Money } from '@guichet/kernel/money';
import type { Direction, RawCallback } from '../contract.ts';

export type Decision = 'approved' | 'refused';

/** A request to the sandbox operator to collect, pay out or refund. */
export interface SandboxOrder {
  readonly reference: string;
  readonly direction: Direction;
  /** Number of the payer, or of the recipient of a payout, in E.164. */
  readonly phone: string;
  readonly money: Money;
  /**
   * Hosted page of the session, whose last path segment is the session's token; null for a payout or a
   * refund.
   */
  readonly session_page_url: string | null;
  /**
   * The end of the checkout session. The store returns its current end, because a session's end can change. A
   * payout or a refund has no session; for it, this is the end that a session would have.
   */
  readonly session_expires_at: Date;
  /** The time at which the request arrived, by the operator's clock. */
  readonly created_at: Date;
}

/** A transaction in the sandbox operator's books. */
export interface SandboxTransaction extends SandboxOrder {
  readonly decision: Decision | null;
  readonly decided_at: Date | null;
  /** The time at which the operator reversed the success; null if it did not. */
  readonly reversed_at: Date | null;
  /** Number of wrong codes. */
  readonly otp_attempts: number;
}

/** The sandbox operator's books. Each call is atomic, even across processes. */
export interface SandboxStore {
  /**
   * Opens a transaction. The reference is the operator's idempotency key: if it is repeated, the existing
   * transaction is returned, with `is_new` false.
   */
  open(order: SandboxOrder): Promise<{ readonly transaction: SandboxTransaction; readonly is_new: boolean }>;
  find(reference: string): Promise<SandboxTransaction | undefined>;
  /** Counts a wrong code and returns the new count. @throws Error for an unknown reference */
  addOtpAttempt(reference: string): Promise<number>;
  /** Records a decision; the first one wins. @throws Error for an unknown reference */
  decide(reference: string, decision: Decision, at: Date): Promise<SandboxTransaction>;
  /**
   * Records when a success was reversed; a later call does not change that time. @throws Error for an unknown
   * reference
   */
  reverse(reference: string, at: Date): Promise<SandboxTransaction>;
}

/**
 * Delivers the sandbox operator's callbacks. Each call is one delivery: two equal calls deliver twice on purpose.
 */
export interface SandboxCallbacks {
  /** Delivers a callback now, and returns when it has been received. */
  deliver(raw: RawCallback): Promise<void>;
  /**
   * Schedules the delivery of a callback. If the time has already passed, the callback is delivered immediately.
   */
  schedule(raw: RawCallback, at: Date): Promise<void>;
}

export interface SandboxDependencies {
  readonly clock: Clock;
  readonly store: SandboxStore;
  readonly callbacks: SandboxCallbacks;
}

export interface SandboxConfig {
  /** Key that signs the callbacks; any text that is hard to guess. */
  readonly callback_key: string;
}
