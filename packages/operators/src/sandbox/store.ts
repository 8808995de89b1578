import type { Clock } from '@guichet/kernel/clock';
import type { Money } from '@guichet/kernel/money';
import type { Direction, RawCallback } from '../contract.ts';

export type Decision = 'approved' | 'refused';

/** What the sandbox operator was asked to collect, to pay out or to give back. */
export interface SandboxOrder {
  readonly reference: string;
  readonly direction: Direction;
  /** Number of the payer, or of the recipient of a payout, in E.164. */
  readonly phone: string;
  readonly money: Money;
  /** Hosted page of the session, its last path segment is the session's token; null for a payout or a refund. */
  readonly session_page_url: string | null;
  /**
   * End of the checkout session. In what the store gives back, as it is now: a session's time can be moved. A payout
   * or a refund has no session; its end is where that of a session would be.
   */
  readonly session_expires_at: Date;
  /** When the request arrived, by the operator's clock. */
  readonly created_at: Date;
}

/** One line of the sandbox operator's books. */
export interface SandboxTransaction extends SandboxOrder {
  readonly decision: Decision | null;
  readonly decided_at: Date | null;
  /** Codes that were wrong. */
  readonly otp_tries: number;
}

/** Where the sandbox operator keeps its books. Each call is atomic, also between processes. */
export interface SandboxStore {
  /** Opens a transaction. The same reference twice gives the first one, with `is_new` false: it is the operator's key. */
  open(order: SandboxOrder): Promise<{ readonly transaction: SandboxTransaction; readonly is_new: boolean }>;
  find(reference: string): Promise<SandboxTransaction | undefined>;
  /** Counts a wrong code and gives the new count. Throws when the reference is not in the books. */
  addOtpTry(reference: string): Promise<number>;
  /** Records a decision; the first one wins. Throws when the reference is not in the books. */
  decide(reference: string, decision: Decision, at: Date): Promise<SandboxTransaction>;
}

/** How the sandbox operator's callbacks reach us. Each call is one delivery: two equal ones are sent twice on purpose. */
export interface SandboxCallbacks {
  /** Hands a callback over now, and returns when it has been taken. */
  deliver(raw: RawCallback): Promise<void>;
  /** Has a callback delivered at that time, or at once when it has passed. */
  schedule(raw: RawCallback, at: Date): Promise<void>;
}

export interface SandboxDependencies {
  readonly clock: Clock;
  readonly store: SandboxStore;
  readonly callbacks: SandboxCallbacks;
}

export interface SandboxConfig {
  /** Key of the callbacks' signatures; any text that is hard to guess. */
  readonly callback_key: string;
}
