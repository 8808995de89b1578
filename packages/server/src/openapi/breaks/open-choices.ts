import type { Document, JsonSchema } from '../document.ts';
import type { Direction, Pair } from './pair.ts';
import { joined, type Variant, valuesOf } from './read-schema.ts';

/** The variants of a schema, before and after, with the field that distinguishes the objects among them. */
export interface Choices extends Pair<readonly Variant[]> {
  /** Name of the field; empty if no field distinguishes all of them. */
  readonly tag: string;
}

/**
 * Finds the field that distinguishes the objects of a choice, such as `kind` or `event`, and splits the choice by it:
 * one variant per value, so that equal values are compared in both documents, however they are grouped.
 */
export function openChoices(
  documents: Pair<Document>,
  direction: Direction,
  choices: Pair<readonly Variant[]>,
): Choices {
  const objects = { before: choices.before.filter(isObject), after: choices.after.filter(isObject) };
  // In a response, one object may become several. Each of them must then be compatible with that object, so the
  // choice is not split.
  const were_several = objects.before.length > 1;
  const are_several = objects.after.length > 1 && direction === 'taken';
  if (!were_several && !are_several) return { ...choices, tag: '' };
  const [first] = objects.before;
  const tag = Object.keys(first?.properties ?? {}).find(
    (name) =>
      objects.before.every(({ required = [] }) => required.includes(name)) &&
      tells(documents.before, objects.before, name) &&
      tells(documents.after, objects.after, name),
  );
  if (tag === undefined) return { ...choices, tag: '' };
  const open = (document: Document, variants: readonly Variant[]): readonly Variant[] =>
    variants.flatMap((variant) => (isObject(variant) ? openByTag(document, variant, tag) : [variant]));
  return {
    tag,
    before: open(documents.before, choices.before),
    after: open(documents.after, choices.after),
  };
}

/** The tag's value in a variant, as JSON; empty for anything that is not an object. */
export function tagOf({ properties = {} }: Variant, tag: string): string {
  const value = properties[tag]?.const;
  return value === undefined ? '' : JSON.stringify(value);
}

function isObject({ type }: Variant): boolean {
  return type === 'object';
}

/** True if every object lists values of the field and no value occurs twice. */
function tells(document: Document, objects: readonly Variant[], name: string): boolean {
  const lists = objects.map((object) => valuesAt(document, object, name));
  if (lists.some((values) => values.length === 0)) return false;
  const texts = lists.flat().map((value) => JSON.stringify(value));
  return new Set(texts).size === texts.length;
}

function openByTag(document: Document, variant: Variant, tag: string): readonly Variant[] {
  return valuesAt(document, variant, tag).map((value) => {
    const {
      enum: _,
      'x-extensible-enum': __,
      ...rest
    }: JsonSchema = joined(document, variant.properties?.[tag] ?? {});
    return { ...variant, properties: { ...variant.properties, [tag]: { ...rest, const: value } } };
  });
}

function valuesAt(document: Document, { properties = {} }: Variant, name: string): readonly unknown[] {
  return valuesOf(joined(document, properties[name] ?? {})) ?? [];
}
