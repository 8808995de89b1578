import type { Direction, PayerPlan, Transaction, World } from './contract.ts';

type Mutable<Whole> = { -readonly [Key in keyof Whole]: Whole[Key] };

/** A transaction with a simulator's own data: a callback URL, a token, a session. */
export type Entry<Extra> = Transaction & { readonly extra: Extra };

/** The books that every provider keeps: transactions, each of which is decided sooner or later. */
export interface Books<Extra> {
  /**
   * Adds a transaction whose payer follows the plan, unless a different plan was set for the number.
   *
   * @throws Error when the reference already exists; each simulator decides how its provider responds to that
   */
  open(order: Order<Extra>, plan: PayerPlan): Entry<Extra>;
  find(reference: string): Entry<Extra> | undefined;
  findByProvider(provider_reference: string): Entry<Extra> | undefined;
  all(): readonly Entry<Extra>[];
  /** Ends a pending transaction immediately. @returns false when no transaction with this reference is pending */
  decide(reference: string, end: string): boolean;
  /** Reverses a success. @returns false when no such transaction has succeeded, or it was already reversed */
  reverse(reference: string): boolean;
}

export interface Order<Extra> {
  readonly direction: Direction;
  readonly reference: string;
  readonly provider_reference: string;
  readonly phone: string;
  readonly asked_amount: string;
  readonly currency: string;
  readonly extra: Extra;
}

/** The time between a refusal and the moment when the money moves anyway. */
const taken_back_ms = 90_000;

/**
 * @param onEnd called each time a transaction ends, and again when a refusal is withdrawn or a success is reversed;
 * simulators use it to send a callback
 */
export function makeBooks<Extra>(world: World, onEnd: (entry: Entry<Extra>) => void): Books<Extra> {
  const entries = new Map<string, Mutable<Entry<Extra>>>();
  const byProvider = new Map<string, Mutable<Entry<Extra>>>();

  const end = (entry: Mutable<Entry<Extra>>, plan: PayerPlan): void => {
    if (entry.status === 'success') return;
    const succeeds = plan.end === 'success';
    if (succeeds && entry.status === 'failed') entry.was_refused = true;
    entry.status = succeeds ? 'success' : 'failed';
    entry.code = succeeds ? null : plan.end;
    if (succeeds) {
      const wrong = plan.wrong_amount || world.strikes('wrong_amount', entry.direction);
      entry.moved_amount = wrong ? anotherAmount(entry.asked_amount, wrong) : entry.asked_amount;
    }
    onEnd(entry);
    if (succeeds) return;
    const afterwards = plan.afterwards ?? lateSuccess(world, entry);
    if (afterwards) follow(entry, afterwards);
  };
  const follow = (entry: Mutable<Entry<Extra>>, plan: PayerPlan): void => {
    if (plan.after_ms === null) return;
    if (plan.after_ms === 0) end(entry, plan);
    else world.after(plan.after_ms, () => end(entry, plan));
  };

  return {
    open: (order, plan) => {
      if (entries.has(order.reference)) throw new Error(`${order.reference} is in the books already`);
      const entry: Mutable<Entry<Extra>> = {
        ...order,
        moved_amount: null,
        status: 'pending',
        code: null,
        created_at: world.now(),
      };
      entries.set(order.reference, entry);
      byProvider.set(order.provider_reference, entry);
      follow(entry, world.planOf(order.phone) ?? plan);
      return entry;
    },
    find: (reference) => entries.get(reference),
    findByProvider: (provider_reference) => byProvider.get(provider_reference),
    all: () => [...entries.values()],
    decide: (reference, word) => {
      const entry = entries.get(reference);
      if (entry?.status !== 'pending') return false;
      end(entry, { after_ms: 0, end: word });
      return true;
    },
    reverse: (reference) => {
      const entry = entries.get(reference);
      if (entry?.status !== 'success' || entry.reversed) return false;
      entry.reversed = true;
      onEnd(entry);
      return true;
    },
  };
}

function lateSuccess(world: World, { direction }: Transaction): PayerPlan | undefined {
  return world.strikes('late_success', direction) ? { after_ms: taken_back_ms, end: 'success' } : undefined;
}

/** Returns one more than the requested amount, or one less, in the major unit. */
export function anotherAmount(asked: string, wrong: true | 'less'): string {
  const [whole = '0', decimals] = asked.split('.');
  const moved = BigInt(whole) + (wrong === 'less' ? -1n : 1n);
  return decimals === undefined ? String(moved) : `${moved}.${decimals}`;
}
