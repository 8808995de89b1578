import { type Currency, isCurrency } from '@guichet/kernel/currencies';
import { limits } from '@guichet/kernel/limits';
import { fitsDecimals, type Money, majorText, moneyFromMajor } from '@guichet/kernel/money';
import type { Phone } from '@guichet/kernel/phone';
import type { Selectable } from 'kysely';
import type { PayoutBatchLineTable } from '../../../platform/database/tables/payout-batches.ts';
import type { Columns } from './columns.ts';
import { excerpt } from './excerpt.ts';
import { type BatchField, doubtful, type Finding, wrong } from './findings.ts';
import { batch_limits } from './limits.ts';
import { likelyOperators, namedOperator, type Offer, type Offers } from './offers.ts';
import { readAmount } from './read-amount.ts';
import { readPhone } from './read-phone.ts';
import type { CsvRecord } from './read-records.ts';

/** The payout requested by a valid line. */
export type Draft = Omit<Selectable<PayoutBatchLineTable>, 'merchant_id' | 'batch_id'>;

const lengths: readonly (readonly [field: BatchField, max: number])[] = [
  ['first_name', limits.name_length_max],
  ['last_name', limits.name_length_max],
  ['description', limits.description_length_max],
  ['reference', batch_limits.reference_length_max],
];

/** Parses one line, and reports all its errors together. @returns no draft for an invalid line */
export function checkLine(
  record: CsvRecord,
  columns: Columns,
  offersOf: Offers,
): { readonly draft: Draft | null; readonly findings: readonly Finding[] } {
  const { line } = record;
  const findings: Finding[] = [];
  const cell = cellsOf(record, columns, findings);
  for (const [field, max] of lengths) {
    if (cell(field).length > max) findings.push(wrong('too_long', { max }, { line, field }));
  }
  const currency = readCurrency(cell('currency'), line, findings);
  const money = currency && readMoney(cell('amount'), currency, line, findings);
  const phone = readNumber(cell('phone'), line, findings);
  const offer =
    currency && phone && pickOffer(cell('operator'), phone, currency, { line, offersOf, findings });
  if (money && offer) checkBounds(money, offer, line, findings);
  if (!money || !phone || !offer || findings.some(({ is_error }) => is_error))
    return { draft: null, findings };
  const draft = {
    line,
    ...money,
    operator: offer.operator.code,
    recipient_phone: phone.e164,
    recipient_first_name: cell('first_name') || null,
    recipient_last_name: cell('last_name') || null,
    description: cell('description') || null,
    reference: cell('reference') || null,
  };
  return { draft, findings };
}

function cellsOf(
  { line, cells }: CsvRecord,
  columns: Columns,
  findings: Finding[],
): (field: BatchField) => string {
  if (cells.slice(columns.length).some((one) => one.trim() !== '')) {
    const values = { found: cells.length, expected: columns.length };
    findings.push(wrong('too_many_cells', values, { line }));
  }
  return (field) => cells[columns.indexOf(field)]?.trim() ?? '';
}

function readCurrency(text: string, line: number, findings: Finding[]): Currency | undefined {
  const code = text.toUpperCase();
  if (isCurrency(code)) return code;
  const place = { line, field: 'currency' } as const;
  findings.push(
    text === '' ? wrong('empty', {}, place) : wrong('not_a_currency', { found: excerpt(text) }, place),
  );
  return undefined;
}

function readMoney(text: string, currency: Currency, line: number, findings: Finding[]): Money | undefined {
  if (text === '') {
    findings.push(wrong('empty', {}, { line, field: 'amount' }));
    return undefined;
  }
  const read = readAmount(text, currency, line);
  if ('money' in read) return read.money;
  findings.push(read.finding);
  return undefined;
}

function readNumber(text: string, line: number, findings: Finding[]): Phone | undefined {
  const phone = readPhone(text);
  if (phone) return phone;
  const place = { line, field: 'phone' } as const;
  findings.push(
    text === '' ? wrong('empty', {}, place) : wrong('not_a_phone', { found: excerpt(text) }, place),
  );
  return undefined;
}

interface Means {
  readonly line: number;
  readonly offersOf: Offers;
  readonly findings: Finding[];
}

/** Picks the operator that the line names, or else the only one to which the number can belong. */
function pickOffer(text: string, phone: Phone, currency: Currency, means: Means): Offer | undefined {
  const offers = means.offersOf(currency);
  const place = { line: means.line, field: 'operator' } as const;
  const refuse = (finding: Finding): undefined => void means.findings.push(finding);
  if (text === '') return guessOffer(phone, currency, offers, means);
  const operator = namedOperator(text, phone);
  const found = excerpt(text);
  if (!operator) return refuse(wrong('not_an_operator', { found }, place));
  const offer = offers.get(operator.code);
  if (!offer) return refuse(wrong('payouts_not_supported', { found, currency }, place));
  const { code, country, prefixes } = operator;
  // The sandbox's stand-in belongs to no country.
  if (country !== 'ZZ' && phone.country !== country) {
    const values = { operator: code, country };
    return refuse(wrong('phone_of_other_country', values, { line: means.line, field: 'phone' }));
  }
  const likely = likelyOperators(phone);
  // Only a warning, because people can keep their number when they change operators.
  if (prefixes.length > 0 && likely.length > 0 && !likely.some((one) => one.code === code)) {
    const values = { operator: code, likely: likely.map((one) => one.code).join(', ') };
    means.findings.push(doubtful('number_of_other_operator', values, place));
  }
  return offer;
}

function guessOffer(
  phone: Phone,
  currency: Currency,
  offers: ReadonlyMap<string, Offer>,
  { line, findings }: Means,
): Offer | undefined {
  const place = { line, field: 'operator' } as const;
  const possible = likelyOperators(phone).flatMap(({ code }) => offers.get(code) ?? []);
  if (possible.length === 1) return possible[0];
  const choices = [...offers.values()]
    .filter(({ operator }) => operator.country === phone.country || operator.country === 'ZZ')
    .map(({ operator }) => operator.code);
  findings.push(
    choices.length > 0
      ? wrong('operator_not_known', { choices: choices.join(', ') }, place)
      : wrong('payouts_not_supported', { found: phone.country ?? phone.e164, currency }, place),
  );
  return undefined;
}

function checkBounds(money: Money, offer: Offer, line: number, findings: Finding[]): void {
  const { currency } = money;
  const { decimals, operator, min_amount, max_amount } = offer;
  const place = { line, field: 'amount' } as const;
  if (!fitsDecimals(money, decimals)) {
    findings.push(wrong('too_many_decimals', { found: majorText(money), max: decimals }, place));
  }
  const name = operator.code;
  if (min_amount !== null && money.amount_minor < minorOf(min_amount, currency)) {
    const min = `${min_amount} ${currency}`;
    findings.push(doubtful('below_operator_limit', { operator: name, min }, place));
  }
  if (max_amount !== null && money.amount_minor > minorOf(max_amount, currency)) {
    const max = `${max_amount} ${currency}`;
    findings.push(doubtful('above_operator_limit', { operator: name, max }, place));
  }
}

function minorOf(amount: number, currency: Currency): bigint {
  const read = moneyFromMajor(amount, currency);
  if (!('money' in read)) throw new Error(`the catalogue has a limit that is not an amount of ${currency}`);
  return read.money.amount_minor;
}
