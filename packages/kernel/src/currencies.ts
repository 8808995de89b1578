/**
 * ISO 4217 active codes, grouped by the number of decimals of their minor unit.
 *
 * `Intl` is not used: CLDR lists retail practice (IQD and AFN without decimals), while operators
 * and banks use the ISO exponent.
 */
const codesByExponent = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
    'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ' +
    'ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV ' +
    'MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD ' +
    'SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
} as const;

const exponents = new Map<string, number>(
  Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(exponent)]),
  ),
);

/** An ISO 4217 code validated by {@link isCurrency}. */
export type Currency = string & { readonly __currency: unique symbol };

/**
 * Whether a text is an active ISO 4217 code in capitals. Precious metals and test codes (`XAU`, `XXX`) are
 * not money.
 */
export function isCurrency(code: string): code is Currency {
  return exponents.has(code);
}

/** The number of decimals of a currency (ISO 4217): XOF 0, GHS 2, TND 3. */
export function exponentOf(currency: Currency): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) throw new Error(`not an ISO 4217 currency: ${currency}`);
  return exponent;
}

/**
 * Asserts that a code is a currency, for codes known to be valid, such as those in the database. @throws Error for
 * anything else
 */
export function asCurrency(code: string): Currency {
  if (!isCurrency(code)) throw new Error(`not an ISO 4217 currency: ${code}`);
  return code;
}

/** Every valid code, sorted. */
export const currencies: readonly string[] = [...exponents.keys()].sort();

/** Lists the codes whose minor unit has this many decimals, sorted. */
export function currenciesWithDecimals(decimals: number): readonly string[] {
  return currencies.filter((code) => exponents.get(code) === decimals);
}
