import { currencies } from '@guichet/kernel/currencies';
import type { Phone } from '@guichet/kernel/phone';
import { central } from './catalogue/central.ts';
import { east } from './catalogue/east.ts';
import { expandCountry } from './catalogue/expand.ts';
import { rankByPrefix } from './catalogue/rank.ts';
import { west } from './catalogue/west.ts';
import type { Operator } from './operator.ts';

/** Every known wallet, country by country. */
export const operators: readonly Operator[] = [...west, ...central, ...east].flatMap(expandCountry);

const covered = new Set(operators.flatMap((operator) => operator.currencies));

/**
 * The stand-in, in test mode only, for operators of the currencies that no wallet of the catalogue accepts (design:
 * Test mode). ZZ is the code that ISO 3166 leaves to users for "no country".
 */
export const sandboxStandIn: Operator = {
  code: 'sandbox_zz',
  name: 'Sandbox wallet',
  country: 'ZZ',
  currencies: currencies.filter((currency) => !covered.has(currency)),
  calling_code: '',
  national_lengths: [],
  prefixes: [],
  min_amount: null,
  max_amount: null,
  /** The maximum of all ISO 4217 currencies. */
  decimals: 4,
  flow: 'ussd_push',
  dial: null,
  dial_steps: [],
  customer_time_s: null,
};

const operatorsByCode = new Map([...operators, sandboxStandIn].map((operator) => [operator.code, operator]));

/** Finds an operator by its code, including the sandbox's stand-in: every code that an attempt can have. */
export function findOperator(code: string): Operator | undefined {
  return operatorsByCode.get(code);
}

/** Whether a text is a code that {@link findOperator} finds. */
export function isOperatorCode(code: string): boolean {
  return operatorsByCode.has(code);
}

/** Lists wallets that hold the currency, in the order of the catalogue, without the sandbox's stand-in. */
export function operatorsForCurrency(currency: string): readonly Operator[] {
  return operators.filter((operator) => operator.currencies.includes(currency));
}

/**
 * Guesses the operators of a number: those with the longest matching prefix, then the country's wallets that accept
 * any network. Numbers are ported, so let the customer correct the guess.
 */
export function guessOperators(phone: Phone): readonly Operator[] {
  const inCountry = operators.filter((operator) => operator.country === phone.country);
  return rankByPrefix(inCountry, phone.national);
}
