import { makeFixedClock } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import type { CollectRequest, PayoutRequest, RawCallback, RefundRequest } from '../contract.ts';
import { sandbox } from './connector.ts';
import type { SandboxOrder, SandboxStore, SandboxTransaction } from './store.ts';

/** The sandbox operator's books in memory, for tests without a database. */
function makeMemoryStore(): SandboxStore & { moveSession(page_url: string, expires_at: Date): void } {
  const books = new Map<string, SandboxTransaction>();
  const find = (reference: string): SandboxTransaction => {
    const transaction = books.get(reference);
    if (!transaction) throw new Error(`no sandbox transaction ${reference}`);
    return transaction;
  };
  const change = (reference: string, changes: Partial<SandboxTransaction>): SandboxTransaction => {
    const changed = { ...find(reference), ...changes };
    books.set(reference, changed);
    return changed;
  };
  return {
    async open(order: SandboxOrder) {
      const known = books.get(order.reference);
      if (known) return { transaction: known, is_new: false };
      const transaction = { ...order, decision: null, decided_at: null, reversed_at: null, otp_attempts: 0 };
      books.set(order.reference, transaction);
      return { transaction, is_new: true };
    },
    find: async (reference) => books.get(reference),
    addOtpAttempt: async (reference) =>
      change(reference, { otp_attempts: find(reference).otp_attempts + 1 }).otp_attempts,
    decide: async (reference, decision, at) =>
      find(reference).decision === null ? change(reference, { decision, decided_at: at }) : find(reference),
    reverse: async (reference, at) => change(reference, { reversed_at: find(reference).reversed_at ?? at }),
    moveSession(page_url, session_expires_at) {
      for (const { reference, session_page_url } of books.values()) {
        if (session_page_url === page_url) change(reference, { session_expires_at });
      }
    },
  };
}

/** The sandbox connector with a fixed clock, books in memory and callbacks recorded for inspection. */
export function makeSandboxWorld() {
  const start = new Date('2026-01-31T10:00:00Z');
  const clock = makeFixedClock(start);
  const store = makeMemoryStore();
  const config = { callback_key: 'key for the tests of the sandbox' };
  const scheduled: { readonly raw: RawCallback; readonly at: Date }[] = [];
  const delivered: { readonly raw: RawCallback; readonly after_ms: number }[] = [];
  const elapsed_ms = (): number => clock.now().getTime() - start.getTime();
  const dependencies = {
    clock,
    store,
    callbacks: {
      async deliver(raw: RawCallback) {
        delivered.push({ raw, after_ms: elapsed_ms() });
      },
      async schedule(raw: RawCallback, at: Date) {
        scheduled.push({ raw, at });
      },
    },
  };

  /** Advances the clock from one scheduled callback to the next, so that each is delivered at its time. */
  function advance(duration_ms: number): void {
    const end_ms = clock.now().getTime() + duration_ms;
    scheduled.sort((left, right) => left.at.getTime() - right.at.getTime());
    for (let next = scheduled[0]; next && next.at.getTime() <= end_ms; next = scheduled[0]) {
      scheduled.shift();
      clock.advance(Math.max(0, next.at.getTime() - clock.now().getTime()));
      delivered.push({ raw: next.raw, after_ms: elapsed_ms() });
    }
    clock.advance(end_ms - clock.now().getTime());
  }

  return {
    clock,
    store,
    config,
    dependencies,
    delivered,
    advance,
    elapsed_ms,
    connector: sandbox.create(config, dependencies),
  };
}

/** A fresh request for 5,000 XOF from an Ivorian number with these last two digits. */
export function makeRequest(
  digits: string,
  now: Date,
  changes: Partial<CollectRequest> = {},
): CollectRequest {
  return {
    reference: crypto.randomUUID(),
    operator: 'orange_ci',
    phone: `+22507481516${digits}`,
    money: { amount_minor: 5_000n, currency: asCurrency('XOF') },
    description: 'Order 481',
    otp: null,
    page_url: `https://pay.example/pay/${crypto.randomUUID()}`,
    return_url: `https://pay.example/pay/${crypto.randomUUID()}?returned=1`,
    session_expires_at: new Date(now.getTime() + 30 * 60_000),
    ...changes,
  };
}

/** A fresh payout of 5,000 XOF to an Ivorian number with these last two digits. */
export function makePayout(digits: string): PayoutRequest {
  return {
    reference: crypto.randomUUID(),
    operator: 'orange_ci',
    phone: `+22507481516${digits}`,
    money: { amount_minor: 5_000n, currency: asCurrency('XOF') },
    first_name: 'Awa',
    last_name: 'Recipient',
    description: 'Refund of order 481',
  };
}

/** A fresh refund, in full or in part, of a collection of 5,000 XOF to the number with these last two digits. */
export function makeRefund(digits: string, amount_minor = 5_000n): RefundRequest {
  const { reference, operator, phone, money, description } = makePayout(digits);
  return {
    reference,
    operator,
    phone,
    money: { ...money, amount_minor },
    collection: { reference: crypto.randomUUID(), provider_reference: 'sbx_2f6c0e4a', money },
    description,
  };
}

/** An outcome in a few words: `settled 5000`, `failed wrong_pin`, `pending prompt`, `unknown timeout`. */
export function tell(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'settled':
      return `settled ${outcome.money.amount_minor}`;
    case 'reversed':
      return `reversed ${outcome.money?.amount_minor ?? ''}`.trim();
    case 'failed':
      return `failed ${outcome.reason}`;
    case 'pending':
      return `pending ${outcome.action?.kind ?? ''}`.trim();
    case 'unknown':
      return `unknown ${outcome.cause}`;
  }
}
