import type { Document, JsonSchema } from '../document.ts';
import { type Choices, openChoices, tagOf } from './open-choices.ts';
import type { Direction, Pair } from './pair.ts';
import { fits, type Variant, valuesOf, variantsOf } from './read-schema.ts';

/** Reports a break and its place in the schema, such as `customer.phone`. */
export type Report = (place: string, what: string) => void;

interface Comparison {
  readonly documents: Pair<Document>;
  readonly direction: Direction;
  readonly report: Report;
  /** Pairs that are being compared, so that recursive schemas do not cause an endless loop. */
  readonly open: Set<string>;
}

/** Reports changes that break programs written for the old schema. */
export function compareSchemas(
  documents: Pair<Document>,
  schemas: Pair<JsonSchema>,
  direction: Direction,
  report: Report,
): void {
  compare({ documents, direction, report, open: new Set() }, schemas, '');
}

function compare(comparison: Comparison, { before, after }: Pair<JsonSchema>, place: string): void {
  const { documents, direction, open } = comparison;
  const key = `${before.$ref} ${after.$ref}`;
  if (before.$ref !== undefined && after.$ref !== undefined) {
    if (open.has(key)) return;
    open.add(key);
  }
  const choices = openChoices(documents, direction, {
    before: variantsOf(documents.before, before),
    after: variantsOf(documents.after, after),
  });
  if (direction === 'sent') compareSent(comparison, choices, place);
  else compareTaken(comparison, choices, place);
  open.delete(key);
}

/** Checks that everything that we may send now was possible before. */
function compareSent(comparison: Comparison, { before, after, tag }: Choices, place: string): void {
  for (const variant of after) {
    const like = before.filter(({ type }) => fits(variant.type, type));
    const twins = like.filter((one) => tagOf(one, tag) === tagOf(variant, tag));
    if (like.length === 0) comparison.report(place, `may now be ${variant.type}`);
    else compareBest(comparison, pairUp(twins, [variant]), place);
    // A variant without a counterpart is an addition, like a new value of an enum.
  }
}

/** Checks that everything that we accepted before is still accepted. */
function compareTaken(comparison: Comparison, { before, after, tag }: Choices, place: string): void {
  for (const variant of before) {
    const like = after.filter(({ type }) => fits(variant.type, type));
    const value = tagOf(variant, tag);
    const twins = like.filter((one) => tagOf(one, tag) === value);
    if (like.length === 0) comparison.report(place, `can no longer be ${variant.type}`);
    else if (twins.length === 0) comparison.report(joinNames(place, tag), `can no longer be ${value}`);
    else compareBest(comparison, pairUp([variant], twins), place);
  }
}

function pairUp(before: readonly Variant[], after: readonly Variant[]): readonly Pair<Variant>[] {
  return before.flatMap((was) => after.map((is) => ({ before: was, after: is })));
}

/**
 * Reports the breaks of the pair that has the fewest. This matters where no tag determines which variants
 * correspond to each other.
 */
function compareBest(comparison: Comparison, pairs: readonly Pair<Variant>[], place: string): void {
  const results = pairs.map((pair) => {
    const found: Parameters<Report>[] = [];
    compareVariants({ ...comparison, report: (...told) => found.push(told) }, pair, place);
    return { found, distance: countOwnNames(pair) };
  });
  const [best] = results.toSorted(
    (left, right) => left.found.length - right.found.length || left.distance - right.distance,
  );
  for (const told of best?.found ?? []) comparison.report(...told);
}

/** Number of fields that only one of the two has. */
function countOwnNames({ before, after }: Pair<Variant>): number {
  const left = Object.keys(before.properties ?? {});
  const right = Object.keys(after.properties ?? {});
  return left.length + right.length - 2 * left.filter((name) => right.includes(name)).length;
}

function compareVariants(comparison: Comparison, pair: Pair<Variant>, place: string): void {
  compareValues(comparison, pair, place);
  compareLimits(comparison, pair, place);
  compareProperties(comparison, pair, place);
  const { before, after } = pair;
  if (before.items && after.items) {
    compare(comparison, { before: before.items, after: after.items }, `${place}[]`);
  } else if (comparison.direction === 'sent' ? before.items : after.items) {
    comparison.report(place, 'has different items');
  }
}

/** New values in responses are additions: @guichet/client and the reference tell callers to expect them. */
function compareValues(
  { direction, report }: Comparison,
  { before, after }: Pair<Variant>,
  place: string,
): void {
  const were = valuesOf(before);
  const are = valuesOf(after);
  if (!are) return;
  if (direction === 'sent') {
    const keeps = !were || are.length === 0 || were.some((value) => are.includes(value));
    if (!keeps) report(place, `is now ${list(are)}, was ${list(were)}`);
    return;
  }
  const gone = were?.filter((value) => !are.includes(value)) ?? [];
  if (!were) report(place, `must now be one of ${list(are)}`);
  else if (gone.length > 0) report(place, `can no longer be ${list(gone)}`);
}

const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
const forms = ['pattern', 'format', 'multipleOf'] as const;

function compareLimits(
  { direction, report }: Comparison,
  { before, after }: Pair<Variant>,
  place: string,
): void {
  // Formats must not change in either direction; limits on data that we send do not bind callers.
  const [from, to] = direction === 'sent' ? [after, before] : [before, after];
  for (const form of forms) {
    if (to[form] !== undefined && to[form] !== from[form]) {
      report(place, `now has ${after[form] ?? 'no'} ${form}, had ${before[form] ?? 'none'}`);
    }
  }
  if (direction === 'sent') return;
  for (const limit of upper) {
    if ((after[limit] ?? Infinity) < (before[limit] ?? Infinity)) report(place, `now has a lower ${limit}`);
  }
  for (const limit of lower) {
    if ((after[limit] ?? -Infinity) > (before[limit] ?? -Infinity))
      report(place, `now has a higher ${limit}`);
  }
}

function compareProperties(comparison: Comparison, pair: Pair<Variant>, place: string): void {
  const { direction, report } = comparison;
  const { before, after } = pair;
  const at = (name: string): string => joinNames(place, name);
  for (const [name, was] of Object.entries(before.properties ?? {})) {
    const is = after.properties?.[name];
    if (is) compare(comparison, { before: was, after: is }, at(name));
    else report(at(name), 'was removed');
  }
  const [promised, kept] = direction === 'sent' ? [before, after] : [after, before];
  for (const name of promised.required ?? []) {
    if (kept.required?.includes(name)) continue;
    if (direction === 'taken') report(at(name), 'is now required');
    else if (kept.properties?.[name]) report(at(name), 'may now be missing');
  }
  compareOthers(comparison, pair, at('*'));
}

/** Compares whether fields that the schema does not list are allowed. */
function compareOthers(comparison: Comparison, { before, after }: Pair<Variant>, place: string): void {
  const [was, is] = [before, after].map(({ additionalProperties = true }) => additionalProperties);
  if (typeof was === 'object' && typeof is === 'object')
    compare(comparison, { before: was, after: is }, place);
  else if (comparison.direction === 'taken' && is !== true && was !== false) {
    reportOthers(comparison, place, is === false ? 'are now refused' : 'must now have one form');
  } else if (comparison.direction === 'sent' && typeof was === 'object') {
    reportOthers(comparison, place, 'may now be anything');
  }
}

function reportOthers({ report }: Comparison, place: string, what: string): void {
  report(place, `other fields ${what}`);
}

function joinNames(outer: string, inner: string): string {
  return outer === '' ? inner : `${outer}.${inner}`;
}

function list(values: readonly unknown[] | null): string {
  return (values ?? []).map((value) => JSON.stringify(value)).join(', ');
}
