import { asCurrency, type Currency, currencies } from '@guichet/kernel/currencies';
import { moneyFromText } from '@guichet/kernel/money';
import { readTypedAmount } from '@guichet/kernel/typed-amount';
import { operators } from '@guichet/operators/catalogue';

/** An amount that a search text may mean. */
export interface WantedAmount {
  readonly currency: Currency;
  readonly amount_minor: bigint;
}

/** The maximum number of digits of an amount. */
const digits_max = 15;
/** The largest number of minor units that the database can hold. */
export const amount_minor_max = 2n ** 63n - 1n;

/**
 * Parses the possible amounts in a text: "5000", "5 000", "5,000", "5000 XOF", "GHS 12.50", "25 000 F CFA". Without
 * a currency, returns the same figure in each currency; returns none if the text is not an amount.
 */
export function readAmounts(text: string): readonly WantedAmount[] {
  const first = text.search(/\d/);
  if (first < 0) return [];
  const end = text.length - [...text].reverse().findIndex((letter) => /\d/.test(letter));
  const figure = text.slice(first, end);
  const names = [text.slice(0, first), text.slice(end)].map(plainName).filter((name) => name !== '');
  if (names.length > 1 || !isFigure(figure)) return [];
  const [name] = names;
  const meant = name === undefined ? currencies.map(asCurrency) : (namedCurrencies().get(name) ?? []);
  return meant.flatMap((currency) =>
    readMinors(figure, currency)
      // In a currency with four decimals, fifteen digits are too many.
      .filter((amount_minor) => amount_minor <= amount_minor_max)
      .map((amount_minor) => ({ currency, amount_minor })),
  );
}

/** Whether a text is a figure. A number with a leading 0 is not, because it is a phone number. */
function isFigure(text: string): boolean {
  return /^[\d\s.,]+$/.test(text) && !/^0\d/.test(text) && text.replaceAll(/\D/g, '').length <= digits_max;
}

function readMinors(figure: string, currency: Currency): readonly bigint[] {
  const read = readTypedAmount(figure, currency);
  if ('money' in read) return read.money.amount_minor > 0n ? [read.money.amount_minor] : [];
  if (read.problem.kind !== 'ambiguous') return [];
  // "1.250" dinars may mean 1250 or 1.25.
  return [figure.replaceAll(/[.,\s]/g, ''), figure.replaceAll(/\s/g, '').replace(',', '.')].flatMap(
    (plain) => {
      const either = moneyFromText(plain, currency);
      return 'money' in either ? [either.money.amount_minor] : [];
    },
  );
}

function plainName(text: string): string {
  return text.replaceAll(/[\s.]/g, '').toLowerCase();
}

/** Ways to write francs that the language data does not contain. */
const francs: Readonly<Record<string, readonly string[]>> = {
  f: ['XOF', 'XAF'],
  cfa: ['XOF', 'XAF'],
  fcfa: ['XOF', 'XAF'],
};

let named: ReadonlyMap<string, readonly Currency[]> | undefined;

/** Returns the currencies by their codes and, for those in the catalogue, by their English and French symbols. */
function namedCurrencies(): ReadonlyMap<string, readonly Currency[]> {
  if (named) return named;
  const names = new Map<string, Set<string>>(currencies.map((code) => [plainName(code), new Set([code])]));
  const add = (name: string, code: string): void => {
    const key = plainName(name);
    names.set(key, (names.get(key) ?? new Set()).add(code));
  };
  for (const [name, codes] of Object.entries(francs)) for (const code of codes) add(name, code);
  for (const { country, currencies: own } of operators) {
    for (const code of own) for (const sign of signsOf(code, country)) add(sign, code);
  }
  named = new Map([...names].map(([name, codes]) => [name, [...codes].map(asCurrency)]));
  return named;
}

/**
 * Returns the symbols of a currency as they are written abroad and in its own country, where for example shillings
 * are written without the country's name.
 */
function signsOf(currency: string, country: string): readonly string[] {
  return ['en', 'fr', `en-${country}`, `fr-${country}`].flatMap((language) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => value),
    ),
  );
}
