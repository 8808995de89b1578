declare const unit: unique symbol;

/**
 * An amount in the major unit of its currency, which this library accepts and returns everywhere: 12.5 GHS, 25000
 * XOF. Plain numbers are assignable to this type; a {@link Minor} is not.
 */
export type Major = number & { readonly [unit]?: 'major' };

/**
 * An amount in the smallest unit of its currency, as databases often store it: 1250 for 12.50 GHS, 25000 for
 * 25 000 XOF. A {@link Major} and a {@link Minor} are not assignable to each other, so a result of
 * {@link toMinor} or {@link toMajor} cannot be converted twice or sent in the wrong unit. Plain numbers are
 * assignable to both.
 */
export type Minor = number & { readonly [unit]?: 'minor' };

/** Currencies whose number of decimals is not 2 (ISO 4217). `Intl` differs: it follows customary use. */
const currencies_by_decimals = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/**
 * Converts an amount to the smallest unit: `toMinor(12.5, 'GHS')` is 1250, `toMinor(25_000, 'XOF')` is 25000.
 *
 * @throws RangeError when the amount has more decimals than its currency or is too large to be exact.
 */
export function toMinor(amount: Major, currency: string): Minor {
  const scale = scaleOf(currency);
  const minor = Math.round(amount * scale);
  // Both numbers are whole and below 2^53, so the quotient is the number nearest to the decimal text; `amount` must
  // equal it.
  if (!Number.isSafeInteger(minor) || minor / scale !== amount) {
    throw new RangeError(`${amount} is not an amount of ${currency}.`);
  }
  return minor;
}

/**
 * Converts an amount to the major unit: `toMajor(1250, 'GHS')` is 12.5, `toMajor(25_000, 'XOF')` is 25000.
 *
 * @throws RangeError when the amount is not a whole number or is too large to be exact.
 */
export function toMajor(minor: Minor, currency: string): Major {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is not a whole number of minor units.`);
  return minor / scaleOf(currency);
}

function scaleOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`${currency} is not a currency code, such as XOF.`);
  const [decimals = 2] =
    Object.entries(currencies_by_decimals).find(([, codes]) => codes.includes(currency)) ?? [];
  return 10 ** Number(decimals);
}
