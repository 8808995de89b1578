import { asCurrency } from '@guichet/kernel/currencies';
import { moneyFromText } from '@guichet/kernel/money';
import type { Direction, Transaction } from '@guichet/simulators/contract';
import type pg from 'pg';
import { audit } from './audit.ts';
import type { Pair } from './pair.ts';
import type { ProviderSide } from './provider-side.ts';
import { type LedgerRows, type Row, type Rows, readRows } from './rows.ts';
import type { Stage } from './stage.ts';
import { ownOf, strangerBreaches, wasSentBefore } from './strangers.ts';

/** Compares the service's state with the providers' books. @returns a sentence for each difference */
export async function findBreaches(
  pool: pg.Pool,
  stage: Stage,
  sides: readonly ProviderSide[],
): Promise<string[]> {
  const rows = await readRows(pool, stage.caller.merchant_id);
  const matched = matchAll(stage, sides, rows);
  return [
    ...matched.pairs.flatMap((pair) => judge(pair, stage.timeline.now())),
    ...matched.pairs
      .filter(({ times }) => times > 1)
      .map(({ row, times }) => `${row.direction} ${row.id} is ${times} times in the books`),
    ...matched.pairs.flatMap(({ row, truth }) => judgeTime(row, truth)),
    ...strangerBreaches(stage, matched),
    ...chargedTwice(stage, matched.pairs),
    ...refundBreaches(rows),
    ...paymentBreaches(rows),
    ...rows.cut_short.map((id) => `${id} ended while an attempt was open`),
    ...eventBreaches(rows),
    ...ledgerBreaches(rows, matched.pairs, stage),
    ...(await audit(pool, stage)),
  ];
}

/** Matches each of our rows with the provider's transaction, and lists the transactions without a row. */
export function matchAll(stage: Stage, sides: readonly ProviderSide[], rows: Rows) {
  const seen = new Set<Transaction>();
  const booksOf = sides.map(({ simulator }) => simulator.transactions());
  const namesOf = new Map<string, readonly string[]>();
  const named = rows.asked.map((asked) => {
    // Wave names a refund after its collection. After a loss two collections may have the same reference, so
    // the name in the books is used.
    const [collection_reference = asked.collection_reference] =
      namesOf.get(asked.collection_reference ?? '') ?? [];
    const row = { ...asked, collection_reference };
    const index = stage.account_ids.indexOf(row.account_id ?? '');
    const simulated = stage.plan.providers[index]?.simulated;
    if (!simulated) throw new Error(`${row.id} does not belong to an account of the history`);
    const books = booksOf[index] ?? [];
    const all = books.filter((one) => one.direction === row.books_direction);
    const found = ownOf(stage, row, { named: all.filter((one) => simulated.isOf(one, row)), all });
    for (const one of found) seen.add(one);
    if (row.direction === 'collect') {
      namesOf.set(
        row.reference,
        found.map(({ reference }) => reference),
      );
    }
    return { row: asked, simulated, found };
  });
  const pairs = named.map(({ row, simulated, found }): Pair => {
    const own = found.filter((one) => ownerOf(named, one) === row);
    const [truth] = own;
    const is_reversed = truth !== undefined && isReversed(stage, truth);
    return { row, truth, simulated, times: own.length, is_reversed };
  });
  const strangers = booksOf.flat().filter((one) => !seen.has(one));
  return { pairs, strangers };
}

/**
 * Returns the row that a transaction belongs to. Wave names refunds after their collection, so a successful
 * refund has the same name as earlier failed ones.
 */
function ownerOf(
  named: readonly { readonly row: Row; readonly found: readonly Transaction[] }[],
  transaction: Transaction,
): Row | undefined {
  const rows = named.filter(({ found }) => found.includes(transaction)).map(({ row }) => row);
  return rows.find(({ status }) => status !== 'failed') ?? rows.at(-1);
}

/**
 * True if the provider has reversed the transaction, whether it reports that to the service or only to a
 * person.
 */
export function isReversed({ taken_back }: Pick<Stage, 'taken_back'>, truth: Transaction): boolean {
  return truth.reversed === true || taken_back.has(truth.reference);
}

/** The allowed delay: longer than a lease, and than the largest error of a provider's clock. */
const late_ms = 9 * 60_000;

/** Checks that a call was not sent so late that another process could have concluded it was never made. */
function judgeTime({ id, committed_at }: Row, truth: Transaction | undefined): string[] {
  if (!truth || !committed_at) return [];
  const late_by_ms = truth.created_at.getTime() - committed_at.getTime();
  return late_by_ms > late_ms
    ? [`${id} left ${Math.round(late_by_ms / 60_000)} minutes after its commit`]
    : [];
}

/** True if the requested amount moved. */
export function hasMoved(row: Row, truth: Transaction): boolean {
  const moved = moneyFromText(truth.moved_amount ?? '', asCurrency(row.currency));
  return 'money' in moved && moved.money.amount_minor === row.moved_minor;
}

/**
 * True for a collection whose booked amount is the amount that moved, even if a different one was requested.
 */
function isKnown(row: Row, truth: Transaction): boolean {
  return row.direction === 'collect' && hasMoved({ ...row, moved_minor: row.known_minor }, truth);
}

/** True while a row is still open: it has no final status, and its money is not held. */
export function isOpenRow({ status }: Row): boolean {
  return status !== 'success' && status !== 'failed' && status !== 'held' && status !== 'reversed';
}

/** The period of inquiries, after which a payment or transfer needs review. */
const inquiries_ms = 3 * 24 * 3_600_000;

/**
 * True while the service makes inquiries about a row. They begin when the row is sent, which may be after an
 * approval.
 */
const isYoung = ({ committed_at }: Row, now: Date): boolean =>
  committed_at !== null && now.getTime() - committed_at.getTime() < inquiries_ms;

/** Checks a row against the provider's transaction. */
function judge({ row, truth, simulated, is_reversed }: Pair, now: Date): string[] {
  const is = `${row.direction} ${row.id} is ${row.status}${row.needs_review ? ', for a person' : ''}`;
  const isOpen = isOpenRow(row);
  const isLost = simulated.cannot_ask_without_answer && row.provider_reference === null;
  // An outcome that cannot be found out is neither failed nor paid: it needs review.
  if (isOpen && row.needs_review && isLost) return [];
  if (!truth) {
    const isRight = row.waits_for_approval || row.status === 'failed' || (isOpen && row.needs_review);
    return isRight ? [] : [`${is}, and the provider never heard of it`];
  }
  if (truth.status === 'pending') {
    const isAsked = row.needs_review || isYoung(row, now);
    return isOpen && isAsked ? [] : [`${is}, and the provider is waiting`];
  }
  const isHidden = simulated.hides_failures.includes(row.direction);
  const isAsked = row.needs_review || isYoung(row, now);
  if (truth.status === 'failed' && isHidden && isOpen && isAsked) return [];
  if (truth.status === 'failed')
    return row.status === 'failed' ? [] : [`${is}, and it failed (${truth.code})`];
  if (is_reversed) {
    // If the service never learned of the success, the row may also be failed.
    const isRight = row.status === 'reversed' || row.status === 'failed';
    return isRight ? [] : [`${is}, and was moved back`];
  }
  if (row.status === 'reversed') return [`${is}, and nobody has moved it back`];
  if (hasMoved(row, truth)) {
    return row.status === 'success' || isKnown(row, truth) ? [] : [`${is}, and ${truth.moved_amount} moved`];
  }
  if (isKnown(row, truth)) return [];
  // Late money is held as the requested amount if the provider does not report the amount.
  const isBooked = row.status === 'success' || row.status === 'held';
  if (isBooked && simulated.inquiry_without_amount) return [];
  return row.status !== 'success' && row.needs_review && row.mismatch !== null
    ? []
    : [`${is}, and another amount moved: ${truth.moved_amount}`];
}

/** True for held money that was not accepted when a decision was made; the customer may then pay again. */
const isGivenBack = ({ status, is_undecided }: Row): boolean => status === 'held' && !is_undecided;

/**
 * Checks payments with several successes. These occur only if a provider took the money after a refusal, or
 * if one success was lost with the database and the customer confirmed another attempt. All but one must be
 * marked as duplicates.
 */
function chargedTwice(stage: Stage, pairs: readonly Pair[]): string[] {
  const byPayment = Map.groupBy(
    pairs.filter(
      ({ row, truth, is_reversed }) =>
        row.direction === 'collect' && truth?.status === 'success' && !is_reversed && !isGivenBack(row),
    ),
    ({ row }) => row.payment_id,
  );
  return [...byPayment].flatMap(([payment_id, all]) => {
    // While the money of one attempt is being refunded, the customer may pay again. If that refund fails, a
    // person can accept the money of only one attempt; the money held for the other awaits review.
    const isRefundFailed = pairs.some(
      ({ row }) => row.direction === 'refund' && row.payment_id === payment_id && row.status === 'failed',
    );
    const paid = isRefundFailed ? all.filter(({ row }) => row.status !== 'held' || !row.needs_review) : all;
    if (paid.length < 2) return [];
    const takenBack = paid.filter(
      ({ row, truth }) => truth?.was_refused === true || wasSentBefore(stage, row),
    ).length;
    const duplicates = paid.filter(({ row }) => row.duplicate).length;
    if (takenBack < paid.length - 1) return [`${payment_id} was charged ${paid.length} times`];
    const known = paid.filter(({ row }) => row.status === 'success').length;
    // If the first success was reversed, a duplicate settles the payment, unless it was decided to refund the
    // duplicate.
    const isBack = pairs.some(
      ({ row }) =>
        row.direction === 'collect' &&
        row.payment_id === payment_id &&
        row.status === 'reversed' &&
        !row.duplicate,
    );
    return known < 2 || duplicates === known - 1 || (isBack && duplicates === known)
      ? []
      : [`${payment_id} has ${duplicates} duplicates of ${known} payments`];
  });
}

/** Checks that no more is refunded than was charged. */
function refundBreaches({ asked }: Rows): string[] {
  return asked
    .filter(({ direction }) => direction === 'collect')
    .flatMap((collection) => {
      const back = asked.filter(
        (row) =>
          row.direction === 'refund' &&
          row.collection_reference === collection.reference &&
          isOut(row) &&
          !row.needs_review,
      );
      const { came_minor: came } = collection;
      return sum(back) > came ? [`${collection.id} gave back ${sum(back)} of ${came}`] : [];
    });
}

function paymentBreaches({ payments, asked }: Rows): string[] {
  return payments.flatMap((payment) => {
    const own = asked.filter((row) => row.direction === 'collect' && row.payment_id === payment.id);
    // After a reversal, a duplicate settles the payment, or the payment stays reversed.
    const isPaid = own.some(({ status, duplicate }) => status === 'success' && !duplicate);
    const isOpen = own.some(isOpenRow);
    const isUndecided = own.some((row) => row.is_undecided);
    if (isPaid !== (payment.status === 'success'))
      return [`${payment.id} is ${payment.status}, paid: ${isPaid}`];
    // A reversed payment stays reversed until other money is accepted for it.
    const isWaiting = (isOpen || isUndecided) && payment.status !== 'reversed';
    if (!isPaid && isWaiting !== (payment.status === 'processing')) {
      return [`${payment.id} is ${payment.status}, with an open attempt: ${isWaiting}`];
    }
    return [];
  });
}

/** Checks that each final status has exactly one event. */
function eventBreaches({ told }: Rows): string[] {
  return told
    .filter(({ changes, events }) => changes !== events)
    .map(({ object_id, changes, events }) => `${object_id} has ${changes} ends and ${events} events`);
}

/**
 * Checks that the ledger agrees with the rows. The clearing accounts must hold the money that has moved, and
 * the other accounts the money in flight, the money of the merchant, the duplicates and the unexpected money.
 */
function ledgerBreaches(rows: Rows, pairs: readonly Pair[], stage: Stage): string[] {
  const breaches = rows.unbalanced.map((id) => `ledger transaction ${id} does not balance`);
  const signs: Record<Direction, bigint> = { collect: 1n, payout: -1n, refund: -1n };
  for (const account_id of stage.account_ids) {
    const moved = pairs
      .filter(({ row }) => row.account_id === account_id)
      .reduce((sum, { row }) => sum + signs[row.direction] * row.known_minor, 0n);
    const booked = sumOf(rows.ledger, `operator_clearing:${account_id}`);
    if (moved !== booked) breaches.push(`${account_id} moved ${moved}, the ledger says ${booked}`);
  }
  const inFlight = (direction: Direction): bigint =>
    pairs
      .filter(({ row }) => row.direction === direction && isOpenRow(row))
      .reduce((sum, { row }) => sum - row.moved_minor, 0n);
  for (const [account, direction] of [
    ['payouts_in_flight', 'payout'],
    ['refunds_in_flight', 'refund'],
  ] as const) {
    const booked = sumOf(rows.ledger, account);
    if (booked !== inFlight(direction))
      breaches.push(`${account} holds ${booked} instead of ${inFlight(direction)}`);
  }
  const collected = rows.asked.filter(({ direction }) => direction === 'collect');
  const out = rows.asked.filter((row) => row.direction !== 'collect' && isOut(row));
  const outOf = (source: Row['source']): bigint => sum(out.filter((row) => row.source === source));
  const came = collected.map((row) => ({
    ...row,
    left_minor: row.known_minor - row.kept_minor - row.settled_minor,
  }));
  const leftOf = (duplicate: boolean): bigint =>
    came
      .filter((row) => row.duplicate === duplicate)
      .reduce((total, { left_minor }) => total + left_minor, 0n);
  const kept = collected.reduce(
    (total, { kept_minor, settled_minor }) => total + kept_minor + settled_minor,
    0n,
  );
  const balances = [
    ['merchant and fees', ['merchant_balance', 'fees'], outOf('balance') - kept],
    ['duplicates', ['duplicates'], outOf('duplicates') - leftOf(true)],
    ['suspense', ['suspense'], outOf('suspense') - leftOf(false)],
  ] as const;
  for (const [name, accounts, owed] of balances) {
    const booked = accounts.reduce((total, account) => total + sumOf(rows.ledger, account), 0n);
    if (booked !== owed) breaches.push(`${name} hold ${booked} instead of ${owed}`);
  }
  return breaches;
}

/** True for a payout or a refund whose money has left its source, or is about to. */
const isOut = ({ status }: Row): boolean => status !== 'failed' && status !== 'reversed';

const sum = (rows: readonly Row[]): bigint =>
  rows.reduce((total, { moved_minor }) => total + moved_minor, 0n);

function sumOf(ledger: LedgerRows, account: string): bigint {
  return ledger.filter((one) => one.account === account).reduce((total, one) => total + one.amount_minor, 0n);
}
