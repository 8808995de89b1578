import { parsePhone } from '@guichet/kernel/phone';
import { guessOperators } from '@guichet/operators/catalogue';
import type { Context } from '../platform/context.ts';
import type { Mode } from '../platform/database/columns.ts';
import { makeRecentMap } from '../platform/rate-limits/recent-map.ts';
import { makeReadAvailability } from './availability/read.ts';
import { countNewestPaid, findLastPaidWith } from './queries.ts';

/**
 * The number of a merchant's newest attempts whose successes are counted, because they show its customers'
 * preferences.
 */
const newest = 1_000;
/** The lifetime of a cached count. */
const counted_for_ms = 60_000;
/** The maximum number of merchants and modes whose counts are cached, about 1 KB each. */
const merchants_max = 2_000;

/** Offers in the order for one customer. */
export interface Ranked<Offer> {
  /** The best first. */
  readonly offers: readonly Offer[];
  /** Code of the customer's probable operator; null if unknown. The customer may choose another. */
  readonly suggested: string | null;
}

/** An offer to rank. */
interface Rankable {
  readonly code: string;
  /** False while the operator does not respond. */
  readonly available: boolean;
}

/**
 * Orders offers by what a customer is likely to want: first the operator with which this number last paid this
 * merchant, then by each operator's share of the merchant's newest payments, then in the given order. Operators
 * with many recent failures of their own come after all others, and unresponsive ones last.
 *
 * @param payer.phone the number as written by the customer or the merchant, or empty
 */
export type RankOffers = <Offer extends Rankable>(
  payer: { readonly merchant_id: string; readonly mode: Mode; readonly phone: string },
  offers: readonly Offer[],
) => Promise<Ranked<Offer>>;

/** Makes a process's ranking function, which counts a merchant's payments at most once a minute. */
export function makeRankOffers(ctx: Pick<Context, 'db' | 'clock'>): RankOffers {
  const countPaid = makeCountPaid(ctx);
  const readAvailability = makeReadAvailability(ctx);
  return async ({ merchant_id, mode, phone: text }, offers) => {
    if (offers.length < 2) return { offers, suggested: offers[0]?.code ?? null };
    const phone = parsePhone(text);
    const [counts, availability, last] = await Promise.all([
      countPaid(merchant_id, mode),
      readAvailability(merchant_id, mode),
      phone && findLastPaidWith(ctx.db, { merchant_id, mode, phone: phone.e164 }),
    ]);
    const remembered = offers.some(({ code }) => code === last) ? last : undefined;
    const weightOf = ({ code }: Rankable): number =>
      code === remembered ? Number.POSITIVE_INFINITY : (counts.get(code) ?? 0);
    const troubleOf = ({ code, available }: Rankable): number =>
      available ? Number(availability(code).is_bad) : 2;
    // Sorting is stable, so equal offers keep their order.
    const ranked = offers
      .map((offer) => ({ offer, trouble: troubleOf(offer), weight: weightOf(offer) }))
      .sort((left, right) => {
        if (left.trouble !== right.trouble) return left.trouble - right.trouble;
        return left.weight === right.weight ? 0 : right.weight - left.weight;
      })
      .map(({ offer }) => offer);
    // An unavailable operator is suggested too: it remains the customer's operator, and is shown as unavailable.
    const suggested = remembered ?? (phone && guessByPrefix(phone, ranked));
    return { offers: ranked, suggested: suggested ?? null };
  };
}

/**
 * Finds the best operator with the number's prefix. Operators that accept numbers of any network are excluded,
 * because they would not be a meaningful guess.
 */
function guessByPrefix(
  phone: Parameters<typeof guessOperators>[0],
  ranked: readonly { readonly code: string }[],
): string | undefined {
  const guessed = new Set(
    guessOperators(phone).flatMap(({ code, prefixes }) => (prefixes.length > 0 ? [code] : [])),
  );
  return ranked.find(({ code }) => guessed.has(code))?.code;
}

function makeCountPaid(
  ctx: Pick<Context, 'db' | 'clock'>,
): (merchant_id: string, mode: Mode) => Promise<ReadonlyMap<string, number>> {
  const kept = makeRecentMap<{ counts: Promise<ReadonlyMap<string, number>>; until_ms: number }>(
    merchants_max,
    () => false,
  );
  return (merchant_id, mode) => {
    const key = `${merchant_id} ${mode}`;
    const now_ms = ctx.clock.now().getTime();
    const known = kept.get(key);
    if (known && now_ms < known.until_ms) return known.counts;
    const fresh = {
      counts: countNewestPaid(ctx.db, { merchant_id, mode }, newest),
      until_ms: now_ms + counted_for_ms,
    };
    kept.set(key, fresh);
    // A failed count is repeated for the next caller; callers that are already waiting for it get the error.
    fresh.counts.catch(() => {
      fresh.until_ms = 0;
    });
    return fresh.counts;
  };
}
