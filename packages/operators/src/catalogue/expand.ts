import type { DialStep, Flow, Operator } from '../operator.ts';

/** The wallets of one country, with their common properties. */
export interface CountryWallets {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly currencies: readonly string[];
  readonly calling_code: string;
  readonly national_lengths: readonly number[];
  readonly wallets: readonly Wallet[];
}

/** A wallet in the data files. An omitted property is unknown: null in the catalogue. */
export interface Wallet {
  readonly code: string;
  readonly name: string;
  /** Numbers and ranges separated by spaces, `05 50-53`; omitted if any network will do or none is known. */
  readonly prefixes?: string;
  /** Set if they differ from the country's. */
  readonly national_lengths?: readonly number[];
  readonly flow: Flow;
  readonly decimals: number;
  readonly dial?: string;
  readonly dial_steps?: readonly DialStep[];
  readonly customer_time_s?: number;
  readonly min_amount?: number;
  readonly max_amount?: number;
}

/**
 * Expands the catalogue rows of one country. @throws Error for an invalid range: the data is ours, so that is
 * a bug
 */
export function expandCountry(source: CountryWallets): Operator[] {
  const { country, currencies, calling_code, national_lengths } = source;
  return source.wallets.map((wallet) => ({
    code: wallet.code,
    name: wallet.name,
    country,
    currencies,
    calling_code,
    national_lengths: wallet.national_lengths ?? national_lengths,
    prefixes: expandPrefixes(wallet.prefixes ?? ''),
    min_amount: wallet.min_amount ?? null,
    max_amount: wallet.max_amount ?? null,
    decimals: wallet.decimals,
    flow: wallet.flow,
    dial: wallet.dial ?? null,
    dial_steps: wallet.dial_steps ?? [],
    customer_time_s: wallet.customer_time_s ?? null,
  }));
}

/**
 * Expands `0142 0150-0152` to 0142, 0150, 0151, 0152: both ends have the same number of digits, and keep a
 * leading zero.
 */
export function expandPrefixes(text: string): string[] {
  return text.split(' ').filter(Boolean).flatMap(expandRange);
}

function expandRange(range: string): string[] {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  if (first === undefined || last === undefined || first.length !== last.length || first > last) {
    throw new Error(`not a prefix or a range of prefixes: "${range}"`);
  }
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, step) =>
    String(Number(first) + step).padStart(first.length, '0'),
  );
}
