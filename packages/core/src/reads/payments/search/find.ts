import { timeOfId } from '@guichet/kernel/ids';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type { PaymentStatus } from '../../../platform/database/tables/payments.ts';
import {
  cameTo,
  type FoundPayment,
  findAmong,
  idsOfPeriod,
  needing,
  newest,
  ofCustomer,
  ofLink,
  ofShift,
  processing,
  type Source,
  type Span,
  triedWith,
  waiting,
} from './queries.ts';
import type { Filter } from './read-filter.ts';
import { sourcesOf } from './text/queries.ts';

/** A page of search results, newest first. */
export interface Found {
  readonly rows: readonly FoundPayment[];
  /** The id below which to continue; null when there is nothing more. */
  readonly next_before: string | null;
  /** The creation time down to which payments were searched, if the search paused before the page was full. */
  readonly paused_at: Date | null;
}

export interface SearchRequest {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly filter: Filter;
  /** The only customer whose payments to find. */
  readonly customer_id?: string;
  /** Finds only ids below this one; null for the newest. */
  readonly before: string | null;
  readonly limit: number;
}

/**
 * Finds a page of payments in a limited time: when very many payments have to be examined for very few
 * matches, the search pauses, and the next page continues from there.
 */
export async function findPayments(db: Connection, request: SearchRequest): Promise<Found> {
  const { merchant_id, mode, filter, before, limit } = request;
  const period = idsOfPeriod(filter);
  const span: Span = { merchant_id, mode, from: period.from, before: lower(before, period.before) };
  const walks = await Promise.all(
    chooseSources(request).map((source) => walk(db, source, span, filter, limit + 1)),
  );
  const ends = walks.map(({ end }) => end).filter((end) => end !== null);
  // Below the highest end, matches may be missing, because another walk has not come that far yet.
  const [end] = ends.sort((one, other) => compare(other, one));
  const known = walks.flatMap(({ rows }) => rows).filter(({ id }) => end === undefined || id >= end);
  const rows = [...new Map(known.map((row) => [row.id, row])).values()].sort((one, other) =>
    compare(other.id, one.id),
  );
  if (rows.length > limit) {
    const shown = rows.slice(0, limit);
    return { rows: shown, next_before: shown.at(-1)?.id ?? null, paused_at: null };
  }
  return { rows, next_before: end ?? null, paused_at: end === undefined ? null : timeOfId(end) };
}

interface Walk {
  readonly rows: readonly FoundPayment[];
  /** The id down to which all matches are known; null when nothing is left. */
  readonly end: string | null;
}

async function walk(
  db: Connection,
  source: Source,
  span: Span,
  filter: Filter,
  limit: number,
): Promise<Walk> {
  const { rows, end } = await findAmong(db, source, span, filter, limit);
  if (rows.length < limit) return { rows, end };
  return {
    rows,
    end: rows.map(({ id }) => id).reduce((one, other) => (compare(one, other) < 0 ? one : other)),
  };
}

/** Chooses the most selective condition as the source. The other conditions are checked payment by payment. */
function chooseSources({ filter, customer_id }: SearchRequest): readonly Source[] {
  if (customer_id !== undefined) return [ofCustomer(customer_id)];
  if (filter.wanted) return sourcesOf(filter.wanted);
  if (filter.payment_link_id !== undefined) return [ofLink(filter.payment_link_id)];
  if (filter.shift_id !== undefined) return [ofShift(filter.shift_id)];
  if (filter.needs_review) return [needing(filter.needs_review)];
  const { statuses, operator } = filter;
  if (!statuses) return [operator === undefined ? newest : triedWith(operator)];
  const narrowed = statuses.map(narrow);
  return narrowed.includes(newest) ? [newest] : narrowed;
}

function narrow(status: PaymentStatus): Source {
  switch (status) {
    case 'failed':
    case 'cancelled':
    case 'expired':
    case 'reversed':
      return cameTo(status);
    case 'processing':
      return processing;
    case 'pending':
      return waiting;
    // Most payments are successful.
    case 'success':
      return newest;
  }
}

function lower(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return compare(one, other) < 0 ? one : other;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
