import type { Document, JsonSchema } from '../document.ts';

/** A schema of one JSON type, merged from all its parts. `any` leaves the type open. */
export interface Variant extends JsonSchema {
  readonly type: string;
}

/** A schema as a list of variants: references resolved, `allOf` merged, `anyOf` and lists of types split. */
export function variantsOf(document: Document, schema: JsonSchema): readonly Variant[] {
  const { anyOf, ...rest } = joined(document, schema);
  if (!anyOf) return byType(rest);
  return anyOf.flatMap((one) => variantsOf(document, join(rest, joined(document, one))));
}

/** Resolves references and merges `allOf`. */
export function joined(document: Document, schema: JsonSchema): JsonSchema {
  // Uses the schema of the JSON that the string contains, instead of the string's own.
  if (schema.contentSchema) return joined(document, schema.contentSchema);
  const { $ref, allOf = [], ...rest } = schema;
  const parts = [...($ref === undefined ? [] : [resolve<JsonSchema>(document, $ref)]), ...allOf];
  return parts.map((part) => joined(document, part)).reduce(join, rest);
}

function join(left: JsonSchema, right: JsonSchema): JsonSchema {
  const properties = { ...left.properties };
  for (const [name, schema] of Object.entries(right.properties ?? {})) {
    const earlier = properties[name];
    properties[name] = earlier ? { allOf: [earlier, schema] } : schema;
  }
  const required = [...(left.required ?? []), ...(right.required ?? [])];
  return {
    ...left,
    ...right,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function byType(schema: JsonSchema): readonly Variant[] {
  const { type } = schema;
  if (typeof type === 'string') return [{ ...schema, type }];
  if (type) return type.map((one) => ({ ...schema, type: one, ...enumOf(schema, one) }));
  const values = valuesOf(schema);
  if (values)
    return [...new Set(values.map(typeOf))].map((one) => ({ ...schema, type: one, ...enumOf(schema, one) }));
  return [{ ...schema, type: schema.properties ? 'object' : 'any' }];
}

/** The values of one type in an enum that may contain several types. */
function enumOf(schema: JsonSchema, type: string): Pick<JsonSchema, 'enum'> {
  const values = schema.enum?.filter((value) => fits(typeOf(value), type));
  return values ? { enum: values } : {};
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** True if every value of type `inner` is one of type `outer`. */
export function fits(inner: string, outer: string): boolean {
  return inner === outer || outer === 'any' || (inner === 'integer' && outer === 'number');
}

/** The values that a schema allows or lists as known; null if it lists none. */
export function valuesOf(schema: JsonSchema): readonly unknown[] | null {
  const { const: only, enum: values, 'x-extensible-enum': known } = schema;
  return only === undefined ? (values ?? known ?? null) : [only];
}

/**
 * Resolves a reference within a document.
 *
 * @throws Error when its target does not exist
 */
export function resolve<T>(document: Document, reference: string): T {
  const steps = reference.replace(/^#\//, '').split('/');
  let found: unknown = document;
  for (const step of steps) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
  }
  if (found === undefined) throw new Error(`${reference} is not in the document`);
  return found as T;
}

/** Resolves a value that is a reference; returns any other value unchanged. */
export function follow<T extends object>(document: Document, value: T | { readonly $ref: string }): T {
  return '$ref' in value && typeof value.$ref === 'string' ? resolve<T>(document, value.$ref) : (value as T);
}
