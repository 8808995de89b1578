import { splitDocumented } from '@guichet/kernel/documented';
import { any_text } from '@guichet/kernel/forms';
import { acceptNulls } from '@guichet/kernel/nulls';
import type { TSchema } from 'typebox';
import type { JsonSchema } from './document.ts';

/** Converts the schemas of the code into those of the document. Named ones become references. */
export interface SchemaWriter {
  /** Converts the schema of data that we send: lists of values stay open, so generated clients accept new ones. */
  write(schema: TSchema): JsonSchema;
  /** Converts the schema of data that callers send: optional fields may be null, lists of values are closed. */
  writeSent(schema: TSchema): JsonSchema;
  /** The named schemas referenced so far, in the order of the map. */
  components(): Readonly<Record<string, JsonSchema>>;
}

/**
 * @param named the schemas that get a name in the document, in its order
 * @param told_as replacements: for a schema of the code, the schema that the document contains in its place
 * @param closed also closes lists of values in data that we send, for clients that are never older than the
 * document
 * @throws Error when two named schemas are equal, because references could not distinguish them
 */
export function makeSchemaWriter(
  named: Readonly<Record<string, TSchema>>,
  told_as: ReadonlyMap<TSchema, TSchema> = new Map(),
  closed = false,
): SchemaWriter {
  // Schemas are compared by content, because an optional field contains a copy of its schema.
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(named)) {
    const text = JSON.stringify(schema);
    const other = names.get(text);
    if (other !== undefined) throw new Error(`${name} and ${other} are the same schema: give it one name`);
    names.set(text, name);
  }
  const used = new Map<string, JsonSchema>();

  const writeAs = (schema: TSchema, told: TSchema, way: Way): JsonSchema => {
    const name = names.get(JSON.stringify(schema));
    if (name === undefined) return writeOut(told, way);
    if (!used.has(name)) {
      // Registered before it is converted, for recursive schemas.
      used.set(name, {});
      used.set(name, writeOut(told, way));
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const write = (schema: TSchema, way: Way): JsonSchema =>
    writeAs(schema, told_as.get(schema) ?? schema, way);

  const writeOut = (schema: TSchema, way: Way): JsonSchema => {
    const { checked, told } = splitDocumented(schema as unknown as Readonly<Record<string, unknown>>);
    const plain = Object.fromEntries(
      Object.entries(checked).map(([keyword, value]) => [keyword, writeKeyword(keyword, value, way)]),
    );
    if (way === 'taken') return tidySchema(limitText({ ...plain, ...told }));
    return tidySchema(way === 'sent' ? openValues(plain) : plain);
  };

  const writeKeyword = (keyword: string, value: unknown, way: Way): unknown => {
    const writeItem = (item: TSchema): JsonSchema => write(item, way);
    if (isSchema(value) && single_schemas.has(keyword)) return writeItem(value);
    if (Array.isArray(value) && schema_lists.has(keyword)) return value.map(writeItem);
    if (isSchema(value) && schema_maps.has(keyword)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, writeItem(item as TSchema)]),
      );
    }
    return value;
  };

  return {
    write: (schema) => write(schema, closed ? 'sent_closed' : 'sent'),
    writeSent: (schema) => writeAs(schema, acceptNulls(schema), 'taken'),
    components: () =>
      Object.fromEntries(
        Object.keys(named).flatMap((name) => {
          const written = used.get(name);
          return written ? [[name, written]] : [];
        }),
      ),
  };
}

/** Direction of a schema: callers send it, or we send it with open or closed lists of values. */
type Way = 'taken' | 'sent' | 'sent_closed';

/** Adds the pattern of all strings sent to us, which excludes NUL characters. */
function limitText(plain: Record<string, unknown>): Record<string, unknown> {
  const is_any_text = plain.type === 'string' && text_limits.every((keyword) => plain[keyword] === undefined);
  return is_any_text ? { ...plain, ...any_text } : plain;
}

const text_limits = ['pattern', 'format', 'const', 'enum'];

const single_schemas = new Set(['items', 'additionalProperties']);
const schema_lists = new Set(['anyOf', 'allOf']);
const schema_maps = new Set(['properties', 'patternProperties']);

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Marks a list of strings as the values known so far: a generated client with a closed list would fail on the first
 * new value (decision 0035).
 */
function openValues({ enum: values, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(values)) return values === undefined ? rest : { enum: values, ...rest };
  if (!values.every((value) => typeof value === 'string')) return { enum: values, ...rest };
  return { type: 'string', 'x-extensible-enum': values, ...rest };
}

/** Rewrites a schema in the most common form, which code generators handle best. */
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

/**
 * Merges `anyOf: [X, null]` into one schema of two types; the outer description takes precedence. A list of values
 * is not merged with null, because generators turn the list into a type of its own.
 */
function joinNull(schema: JsonSchema, [first, second, ...more]: readonly JsonSchema[]): JsonSchema {
  if (second?.type !== 'null' || more.length > 0 || typeof first?.type !== 'string' || first.enum)
    return schema;
  const { anyOf: _, ...outer } = schema;
  return {
    ...first,
    type: [first.type, 'null'],
    ...outer,
  };
}
