import { setTimeout } from 'node:timers/promises';
import type { Transaction } from '@guichet/simulators/contract';
import type { Acknowledged } from './load.ts';
import { type Open, readClearing, readKnown, readOpen, readPaidReferences } from './queries.ts';
import { float_minor, type Stage } from './stage.ts';

/** The findings of a drill: each number must be 0, and each list empty. */
export interface Verdict {
  readonly acknowledged_lost: number;
  readonly paid_twice: number;
  /** Successes in the provider's books whose reference is not recorded as paid in the database. */
  readonly unknown: number;
  readonly stranded: number;
  /**
   * The attempts, payouts and refunds that are still open because the provider has no record of them. A missing
   * record is conclusive only after a quarter of an hour.
   */
  readonly not_received: number;
  readonly ledger_off_by_minor: bigint;
  readonly faults: readonly string[];
}

const settled_within_ms = 300_000;

/**
 * Waits until nothing is in flight, then compares the acknowledged requests with the database, and the ledger with
 * the provider's books.
 */
export async function check(
  stage: Pick<Stage, 'database_url' | 'books' | 'guichet'>,
  acknowledged: Acknowledged,
): Promise<Verdict> {
  const { database_url } = stage;
  const open = await untilSettled(database_url);
  const books = stage.books();
  const received = new Set(books.map(({ reference }) => reference));
  const not_received = open.filter(({ reference, is_sent }) => is_sent && !received.has(reference)).length;
  const faults = [...new Set(acknowledged.refusals.values())];
  const payments = new Map((await readKnown(database_url, 'payments')).map((row) => [row.id, row]));
  const payouts = new Map((await readKnown(database_url, 'payouts')).map((row) => [row.id, row]));
  const paid = new Set(books.filter(isPaid).map(({ direction, phone }) => `${direction} ${phone}`));
  let lost = 0;
  for (const { id, amount_minor, isPaid: isAcknowledged, phone } of acknowledged.payments.values()) {
    const row = payments.get(id);
    const isTrue = !isAcknowledged || (row?.status === 'success') === paid.has(`collect ${phone.slice(1)}`);
    if (!row || BigInt(row.amount_minor) !== amount_minor || !isTrue) lost++;
  }
  for (const { id, amount_minor, phone } of acknowledged.payouts.values()) {
    const row = payouts.get(id);
    const isTrue = (row?.status === 'success') === paid.has(`payout ${phone.slice(1)}`);
    if (!row || BigInt(row.amount_minor) !== amount_minor || !isTrue) lost++;
  }
  for (const words of [['ledger', 'check'], ['doctor']]) {
    const { code, printed } = await stage.guichet(words);
    if (code !== 0) faults.push(`guichet ${words.join(' ')}: ${JSON.stringify(printed)}`);
  }
  const known = new Set(await readPaidReferences(database_url));
  return {
    acknowledged_lost: lost,
    paid_twice: countTwice(books),
    unknown: books.filter((one) => isPaid(one) && !known.has(one.reference)).length,
    stranded: open.length - not_received,
    not_received,
    ledger_off_by_minor: (await readClearing(database_url)) - float_minor - sumBooks(books),
    faults,
  };
}

/** @returns the outcomes that are still unknown after the wait */
async function untilSettled(database_url: string): Promise<readonly Open[]> {
  const until_ms = performance.now() + settled_within_ms;
  for (;;) {
    const open = await readOpen(database_url);
    if (open.length === 0 || performance.now() > until_ms) return open;
    await setTimeout(500);
  }
}

const isPaid = ({ status }: Transaction): boolean => status === 'success';

/**
 * Counts money moved twice: each number pays at most once and is paid at most once, so any further success is a
 * duplicate.
 */
function countTwice(books: readonly Transaction[]): number {
  const successes = books.filter(isPaid).map(({ direction, phone }) => `${direction} ${phone}`);
  return successes.length - new Set(successes).size;
}

/** Sums the amounts as written, because XOF has no decimals. */
function sumBooks(books: readonly Transaction[]): bigint {
  return books
    .filter(isPaid)
    .map(({ direction, moved_amount }) => BigInt(moved_amount ?? 0) * (direction === 'collect' ? 1n : -1n))
    .reduce((sum, one) => sum + one, 0n);
}
