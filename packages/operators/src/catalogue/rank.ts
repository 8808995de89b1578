import type { Operator } from '../operator.ts';

/**
 * Ranks the operators of one country: those with the longest prefix that the number starts with (757 beats
 * 75), then those without prefixes.
 *
 * @param national digits of the national significant number
 */
export function rankByPrefix(inCountry: readonly Operator[], national: string): readonly Operator[] {
  const matches = inCountry.map((operator) => ({ operator, length: longestMatch(operator, national) }));
  const longest = Math.max(1, ...matches.map((match) => match.length));
  const byPrefix = matches.filter((match) => match.length === longest).map((match) => match.operator);
  return [...byPrefix, ...inCountry.filter((operator) => operator.prefixes.length === 0)];
}

/** The length of the operator's longest prefix that the number starts with; 0 for none. */
function longestMatch(operator: Operator, national: string): number {
  const matching = operator.prefixes.filter((prefix) => national.startsWith(prefix));
  return Math.max(0, ...matching.map((prefix) => prefix.length));
}
