import Type, { type TObject, type TSchema } from 'typebox';
import { Check } from 'typebox/value';

/**
 * Marks an optional field that refuses null, because its absence has too great an effect: JSON writes a number that
 * could not be computed as null.
 */
export const refuses_null = { 'x-refuses-null': true } as const;

type Omit = (value: unknown) => unknown;

/**
 * Makes a function that drops nulls from requests: in an optional field, at any depth, null means the same as an
 * absent field. A null is kept if the schema itself allows it as a value, if it is an item of a list, or if the
 * schema does not name its field, as in metadata.
 *
 * @returns a function that returns the value itself if nothing was omitted, and a copy otherwise
 */
export function makeOmitNulls(schema: TSchema): Omit {
  return makeOmit(schema) ?? ((value) => value);
}

/** @returns undefined if nothing inside the schema can be omitted */
function makeOmit(schema: TSchema): Omit | undefined {
  if (Type.IsArray(schema)) {
    const omit = makeOmit(schema.items);
    return omit && ((value) => (Array.isArray(value) ? mapChanged(value, omit) : value));
  }
  return Type.IsObject(schema) ? makeOmitOfObject(schema) : undefined;
}

function makeOmitOfObject({ properties }: TObject): Omit | undefined {
  const absent = new Set<string>();
  const inside = new Map<string, Omit>();
  for (const [name, property] of Object.entries(properties)) {
    if (canBeNull(property)) absent.add(name);
    const omit = makeOmit(property);
    if (omit) inside.set(name, omit);
  }
  if (absent.size === 0 && inside.size === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    let is_changed = false;
    const entries: [string, unknown][] = [];
    for (const [name, item] of Object.entries(value)) {
      if (item === null && absent.has(name)) {
        is_changed = true;
        continue;
      }
      const read = inside.get(name)?.(item) ?? item;
      is_changed ||= read !== item;
      entries.push([name, read]);
    }
    return is_changed ? Object.fromEntries(entries) : value;
  };
}

function mapChanged(items: readonly unknown[], omit: Omit): readonly unknown[] {
  const read = items.map(omit);
  return read.some((item, index) => item !== items[index]) ? read : items;
}

/**
 * Whether null in a property equals its absence: it is optional, and its schema neither refuses null nor has it as
 * a value.
 */
function canBeNull(schema: TSchema): boolean {
  return Type.IsOptional(schema) && !('x-refuses-null' in schema) && !Check(schema, null);
}

/** The schema of requests to which {@link makeOmitNulls} has not been applied yet: optional fields may be null. */
export function acceptNulls<Schema extends TSchema>(schema: Schema): Schema {
  if (Type.IsArray(schema)) return { ...schema, items: acceptNulls(schema.items) };
  if (!Type.IsObject(schema)) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const inside = acceptNulls(property);
    return [name, canBeNull(property) ? orNull(inside) : inside];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Allows null, with the field's annotations on the union as a whole. */
function orNull(schema: TSchema): TSchema {
  const words = Object.fromEntries(Object.entries(schema).filter(([name]) => annotations.has(name)));
  const rest = Object.fromEntries(Object.entries(schema).filter(([name]) => !annotations.has(name)));
  return Type.Optional(Type.Union([rest, Type.Null()], words));
}

const annotations: ReadonlySet<string> = new Set(['description', 'examples']);
