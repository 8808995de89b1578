import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Answer, type Call, makeCall } from './call.ts';
import type { Outages } from './outages.ts';

/** The requests that the service has acknowledged and must not lose, by order number. */
export interface Acknowledged {
  /** The requested amount in minor units, and the phone number, which no other payment or payout uses. */
  readonly payments: Map<
    number,
    { readonly id: string; readonly amount_minor: bigint; readonly isPaid: boolean; readonly phone: string }
  >;
  readonly payouts: Map<
    number,
    { readonly id: string; readonly amount_minor: bigint; readonly phone: string }
  >;
  /** Unexpected refusals, by the idempotency key of the request: no request of the load should be refused. */
  readonly refusals: Map<string, string>;
}

export interface Load {
  readonly acknowledged: Acknowledged;
  /** The number of payments that were not begun because too many requests were in flight. */
  heldBack(): number;
  /** Stops beginning new orders; those in flight continue. */
  pause(): void;
  resume(): void;
  /** Repeats all requests that were begun since a time (`performance.now()`), with the same keys. */
  repeat(since_ms: number): Repeated;
  /** Stops beginning new orders, and resolves once those in flight have a response. */
  finish(): Promise<void>;
}

export interface Repeated {
  readonly count: number;
  /**
   * Resolves when the service has acknowledged every payment and payout again. The customers need not have paid
   * again by then.
   */
  readonly accepted: Promise<unknown>;
  readonly done: Promise<unknown>;
}

const open_max = 400;
/** The number of payments for each payout, so that the balance covers the payout. */
const payments_a_payout = 5;
const payment_minor = 5_000;
const payout_minor = 300;

type Kind = 'payment' | 'payout';

/** A payment or a payout, which a caller requests repeatedly until it gets a response. */
interface Order {
  readonly kind: Kind;
  readonly number: number;
  readonly began_ms: number;
  /** Aborts the order's current request when the order is repeated. */
  superseded: AbortController;
}

/** Begins payments at a steady rate, without waiting for the responses to earlier ones. */
export function startLoad(options: {
  readonly urls: readonly string[];
  readonly live_key: string;
  readonly outages: Outages;
  readonly rate_per_s: number;
}): Load {
  const stopped = new AbortController();
  const call = makeCall({ ...options, signal: stopped.signal });
  const acknowledged: Acknowledged = { payments: new Map(), payouts: new Map(), refusals: new Map() };
  const under_way = new Set<Promise<void>>();
  const orders: Order[] = [];
  const of_this_load = randomUUID();
  let count = 0;
  let held_back = 0;
  let is_paused = false;
  const began_ms = performance.now();
  /**
   * @param isNew whether the order is begun for the first time; a new payout is delayed until earlier payments have
   * brought in money
   */
  const begin = (order: Order, onAccepted = (): void => undefined, isNew = false): Promise<void> => {
    const send = makeSend(order, call, acknowledged, of_this_load);
    const work =
      order.kind === 'payment'
        ? pay(send, acknowledged, order.number, onAccepted)
        : payOut(send, acknowledged, order.number, onAccepted, isNew ? money_comes_ms : 0);
    const tracked = work.finally(() => under_way.delete(tracked));
    under_way.add(tracked);
    return tracked;
  };
  const beginNew = (kind: Kind, number: number): void => {
    const order = { kind, number, began_ms: performance.now(), superseded: new AbortController() };
    orders.push(order);
    void begin(order, undefined, true);
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began_ms) / 1000) * options.rate_per_s) - held_back;
    while (count < due) {
      if (is_paused || under_way.size >= open_max) {
        held_back += due - count;
        return;
      }
      const number = count++;
      beginNew('payment', number);
      if (number % payments_a_payout === payments_a_payout - 1) beginNew('payout', number);
    }
  }, 20);
  return {
    acknowledged,
    heldBack: () => held_back,
    pause: () => {
      is_paused = true;
    },
    resume: () => {
      is_paused = false;
    },
    repeat: (since_ms) => repeatOrders(orders, since_ms, begin),
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

/** Makes the function that sends the requests of an order, with their own keys, and records refusals. */
function makeSend(
  { kind, number, superseded: { signal } }: Order,
  call: ReturnType<typeof makeCall>,
  { refusals }: Acknowledged,
  of_this_load: string,
): Send {
  return async (step, request) => {
    const idempotency_key = `${of_this_load}-${kind}-${number}-${step}`;
    const answer = await call({ ...request, idempotency_key }, signal);
    if (answer === null || signal.aborted) return null;
    refusals.delete(idempotency_key);
    if (answer.status < 300) return answer;
    refusals.set(idempotency_key, `${request.path}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return null;
  };
}

function repeatOrders(
  orders: readonly Order[],
  since_ms: number,
  begin: (order: Order, onAccepted: () => void) => Promise<void>,
): Repeated {
  const accepted: Promise<void>[] = [];
  const again = orders.filter(({ began_ms }) => began_ms >= since_ms);
  const done = again.map((order) => {
    order.superseded.abort();
    order.superseded = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    accepted.push(promise);
    // Resolves even if the request is refused or ends with the drill.
    return begin(order, resolve).finally(resolve);
  });
  return { count: again.length, accepted: Promise.all(accepted), done: Promise.all(done) };
}

const answered_within_ms = 120_000;
/** The delay of a new payout, because the first payouts begin before the first money arrives. */
const money_comes_ms = 10_000;

/** @returns null if the request was refused (which is recorded), superseded or aborted */
type Send = (step: 'make' | 'pay', request: Omit<Call, 'idempotency_key'>) => Promise<Answer | null>;

const phoneOf = (first: number, number: number): string => `+22505${first + number}`;

async function pay(
  send: Send,
  { payments }: Acknowledged,
  number: number,
  onAccepted: () => void,
): Promise<void> {
  const made = await send('make', {
    path: '/payments',
    body: {
      amount: payment_minor,
      currency: 'XOF',
      description: `Order ${number}`,
      return_url: 'https://shop.example/thanks',
    },
  });
  if (!made) return;
  const phone = phoneOf(10_000_000, number);
  const record = { id: String(made.data.id), amount_minor: BigInt(payment_minor), phone };
  // A payment that was acknowledged as paid remains paid in this record when the order is repeated.
  payments.set(number, { ...record, isPaid: payments.get(number)?.isPaid ?? false });
  onAccepted();
  const paid = await send('pay', {
    path: `/checkout/${made.data.session_token}/pay`,
    body: { operator: 'mtn_ci', phone },
  });
  if (paid) payments.set(number, { ...record, isPaid: true });
}

async function payOut(
  send: Send,
  { payouts }: Acknowledged,
  number: number,
  onAccepted: () => void,
  wait_ms: number,
): Promise<void> {
  const phone = phoneOf(50_000_000, number);
  await setTimeout(wait_ms);
  const made = await send('make', {
    path: '/payouts',
    body: {
      amount: payout_minor,
      currency: 'XOF',
      operator: 'mtn_ci',
      recipient: { phone, first_name: 'Awa', last_name: 'Kone' },
    },
  });
  if (!made) return;
  payouts.set(number, { id: String(made.data.id), amount_minor: BigInt(payout_minor), phone });
  onAccepted();
}
