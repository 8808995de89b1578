import type { TSchema } from 'typebox';
import type { JsonSchema } from './document.ts';

/** Turns the schemas of the code into those of the document. Named ones become references. */
export interface SchemaWriter {
  write(schema: TSchema): JsonSchema;
  /** The named schemas that were referred to so far, in the order of the map. */
  components(): Readonly<Record<string, JsonSchema>>;
}

/**
 * @param named schemas that get a name, in the order of the document
 * @param told_as what is written under the name of one of them in its place
 * @throws Error when two of them are equal: no reference could tell them apart
 */
export function makeSchemaWriter(
  named: Readonly<Record<string, TSchema>>,
  told_as: ReadonlyMap<TSchema, TSchema> = new Map(),
): SchemaWriter {
  // By what they say: an optional field holds a copy of its schema, not the schema itself.
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(named)) {
    const text = JSON.stringify(schema);
    const other = names.get(text);
    if (other !== undefined) throw new Error(`${name} and ${other} are the same schema: give it one name`);
    names.set(text, name);
  }
  const used = new Map<string, JsonSchema>();

  const write = (schema: TSchema): JsonSchema => {
    const name = names.get(JSON.stringify(schema));
    if (name === undefined) return writeOut(schema);
    if (!used.has(name)) {
      // Taken before it is written out, for schemas that hold themselves.
      used.set(name, {});
      used.set(name, writeOut(told_as.get(schema) ?? schema));
    }
    return { $ref: `#/components/schemas/${name}` };
  };

  const writeOut = (schema: TSchema): JsonSchema => {
    const plain = Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, writeKeyword(keyword, value)]),
    );
    return tidySchema(plain);
  };

  const writeKeyword = (keyword: string, value: unknown): unknown => {
    if (isSchema(value) && single_schemas.has(keyword)) return write(value);
    if (Array.isArray(value) && schema_lists.has(keyword)) return value.map((item: TSchema) => write(item));
    if (isSchema(value) && schema_maps.has(keyword)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, write(item as TSchema)]));
    }
    return value;
  };

  return {
    write,
    components: () =>
      Object.fromEntries(
        Object.keys(named).flatMap((name) => {
          const written = used.get(name);
          return written ? [[name, written]] : [];
        }),
      ),
  };
}

const single_schemas = new Set(['items', 'additionalProperties']);
const schema_lists = new Set(['anyOf', 'allOf']);
const schema_maps = new Set(['properties', 'patternProperties']);

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Says the same as most documents say it, which generators of code know best. */
function tidySchema(plain: Record<string, unknown>): JsonSchema {
  const { patternProperties, ...rest } = plain;
  if (typeof patternProperties === 'object' && patternProperties !== null) {
    const values: JsonSchema = Object.values(patternProperties)[0] ?? {};
    return { ...rest, additionalProperties: Object.keys(values).length === 0 ? true : values };
  }
  const schema: JsonSchema = rest;
  if (schema.type === undefined && schema.enum?.every((value) => typeof value === 'string')) {
    return { type: 'string', ...schema };
  }
  return schema.anyOf ? joinNull(schema, schema.anyOf) : schema;
}

/** `anyOf: [X, null]` as one schema of two types, its outer description before its inner one. */
function joinNull(schema: JsonSchema, [first, second, ...more]: readonly JsonSchema[]): JsonSchema {
  if (second?.type !== 'null' || more.length > 0 || typeof first?.type !== 'string') return schema;
  const { anyOf: _, ...outer } = schema;
  return {
    ...first,
    type: [first.type, 'null'],
    ...(first.enum && { enum: [...first.enum, null] }),
    ...outer,
  };
}
