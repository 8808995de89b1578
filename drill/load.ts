import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Answer, type Call, makeCall } from './call.ts';
import type { Outages } from './outages.ts';

/** The requests that the service has accepted, and so has to keep. */
export interface Acknowledged {
  /** By id: what was asked for, in minor units, and the number that only it pays from or goes to. */
  readonly payments: Map<string, { readonly amount_minor: bigint; isPaid: boolean; readonly phone: string }>;
  readonly payouts: Map<string, { readonly amount_minor: bigint; readonly phone: string }>;
  /** Answers that no request of the load deserves. */
  readonly refusals: string[];
  /** Each request with its key, in the order in which they were first sent. */
  readonly sent: Call[];
}

export interface Load {
  readonly acknowledged: Acknowledged;
  /** Payments begun. */
  begun(): number;
  /** Payments that were put off because too many were under way. */
  heldBack(): number;
  /** Begins no more, and returns once those under way have been answered. */
  finish(): Promise<void>;
}

const open_max = 400;
/** One payout for so many payments: their money is there by then. */
const payments_a_payout = 5;
const payment_minor = 5_000;
const payout_minor = 300;

/** Begins payments at a steady rate, whether or not the ones before have been answered. */
export function startLoad(options: {
  readonly urls: readonly string[];
  readonly live_key: string;
  readonly outages: Outages;
  readonly rate_per_s: number;
}): Load {
  const stopped = new AbortController();
  const call = makeCall({ ...options, signal: stopped.signal });
  const acknowledged: Acknowledged = { payments: new Map(), payouts: new Map(), refusals: [], sent: [] };
  const under_way = new Set<Promise<void>>();
  let count = 0;
  let held_back = 0;
  const began_ms = performance.now();

  const send = async (request: Omit<Call, 'idempotency_key'>): Promise<Answer | null> => {
    const sent = { ...request, idempotency_key: randomUUID() };
    acknowledged.sent.push(sent);
    const answer = await call(sent);
    if (answer && answer.status >= 300) {
      acknowledged.refusals.push(`${request.path}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    return answer;
  };
  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => under_way.delete(tracked));
    under_way.add(tracked);
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began_ms) / 1000) * options.rate_per_s) - held_back;
    while (count < due) {
      if (under_way.size >= open_max) {
        held_back += due - count;
        return;
      }
      const number = count++;
      track(pay(send, acknowledged, number));
      if (number % payments_a_payout === payments_a_payout - 1) track(payOut(send, acknowledged, number));
    }
  }, 20);
  return {
    acknowledged,
    begun: () => count,
    heldBack: () => held_back,
    finish: async () => {
      clearInterval(timer);
      const late = new AbortController();
      const giveUp = setTimeout(answered_within_ms, undefined, { signal: late.signal }).then(
        () => stopped.abort(),
        () => undefined,
      );
      while (under_way.size > 0) await Promise.all(under_way);
      late.abort();
      await giveUp;
    },
  };
}

const answered_within_ms = 120_000;

type Send = (request: Omit<Call, 'idempotency_key'>) => Promise<Answer | null>;

const phoneOf = (first: number, number: number): string => `+22505${first + number}`;

async function pay(send: Send, { payments }: Acknowledged, number: number): Promise<void> {
  const made = await send({
    path: '/payments',
    body: {
      amount: payment_minor,
      currency: 'XOF',
      description: `Order ${number}`,
      return_url: 'https://shop.example/thanks',
    },
  });
  if (!made || made.status >= 300) return;
  const phone = phoneOf(10_000_000, number);
  const record = { amount_minor: BigInt(payment_minor), isPaid: false, phone };
  payments.set(String(made.data.id), record);
  const paid = await send({
    path: `/checkout/${made.data.session_token}/pay`,
    body: { operator: 'mtn_ci', phone },
  });
  record.isPaid = paid !== null && paid.status < 300;
}

async function payOut(send: Send, { payouts }: Acknowledged, number: number): Promise<void> {
  const phone = phoneOf(50_000_000, number);
  // The first payouts come before the first money.
  await setTimeout(10_000);
  const made = await send({
    path: '/payouts',
    body: {
      amount: payout_minor,
      currency: 'XOF',
      operator: 'mtn_ci',
      recipient: { phone, first_name: 'Awa', last_name: 'Kone' },
    },
  });
  if (!made || made.status >= 300) return;
  payouts.set(String(made.data.id), { amount_minor: BigInt(payout_minor), phone });
}
