import { asCurrency, type Currency, currencies } from '@guichet/kernel/currencies';
import { moneyFromText } from '@guichet/kernel/money';
import { readTypedAmount } from '@guichet/kernel/typed-amount';
import { operators } from '@guichet/operators/catalogue';

/** A possible amount. */
export interface WantedAmount {
  readonly currency: Currency;
  readonly amount_minor: bigint;
}

/** No amount has more digits. */
const digits_max = 15;
/** The largest number of minor units that the database can hold. */
export const amount_minor_max = 2n ** 63n - 1n;

/**
 * Parses the possible amounts in a text: "5000", "5 000", "5,000", "5000 XOF", "GHS 12.50", "25 000 F CFA".
 * Without a currency, the same figure in each of them; none if it is not an amount.
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
      // With four decimals fifteen digits are too many.
      .filter((amount_minor) => amount_minor <= amount_minor_max)
      .map((amount_minor) => ({ currency, amount_minor })),
  );
}

/** Whether a text is a figure: with a leading 0 it is a phone number. */
function isFigure(text: string): boolean {
  return /^[\d\s.,]+$/.test(text) && !/^0\d/.test(text) && text.replaceAll(/\D/g, '').length <= digits_max;
}

function readMinors(figure: string, currency: Currency): readonly bigint[] {
  const read = readTypedAmount(figure, currency);
  if ('money' in read) return read.money.amount_minor > 0n ? [read.money.amount_minor] : [];
  if (read.problem.kind !== 'ambiguous') return [];
  // "1.250" dinars may mean either.
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

/** Other ways to write francs, in addition to those of the language. */
const francs: Readonly<Record<string, readonly string[]>> = {
  f: ['XOF', 'XAF'],
  cfa: ['XOF', 'XAF'],
  fcfa: ['XOF', 'XAF'],
};

let named: ReadonlyMap<string, readonly Currency[]> | undefined;

/** Currencies by their codes, and by the English and French symbols of those in the catalogue. */
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

/** Symbols abroad and at home, where shillings need no country. */
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
