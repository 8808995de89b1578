import { splitDocumented } from '@guichet/kernel/documented';
import { any_text } from '@guichet/kernel/forms';
import { acceptNulls } from '@guichet/kernel/nulls';
import type { TSchema } from 'typebox';
import type { JsonSchema } from './document.ts';

/** Turns the schemas of the code into those of the document. Named ones become references. */
export interface SchemaWriter {
  /** Of what we send: the values of a text may grow, so what is generated from it takes those it does not know. */
  write(schema: TSchema): JsonSchema;
  /** The same of what callers send: where a field is optional, they may send null as well; values are a closed list. */
  writeSent(schema: TSchema): JsonSchema;
  /** The named schemas that were referred to so far, in the order of the map. */
  components(): Readonly<Record<string, JsonSchema>>;
}

/**
 * @param named schemas that get a name, in the order of the document
 * @param told_as what is written under the name of one of them in its place
 * @param closed lists of values are closed also in what we send: for readers that are never older than the document
 * @throws Error when two of them are equal: no reference could tell them apart
 */
export function makeSchemaWriter(
  named: Readonly<Record<string, TSchema>>,
  told_as: ReadonlyMap<TSchema, TSchema> = new Map(),
  closed = false,
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

  const writeAs = (schema: TSchema, told: TSchema, way: Way): JsonSchema => {
    const name = names.get(JSON.stringify(schema));
    if (name === undefined) return writeOut(told, way);
    if (!used.has(name)) {
      // Taken before it is written out, for schemas that hold themselves.
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

/** Whether callers send it to us, or we send it, with lists of values that may grow or that are closed. */
type Way = 'taken' | 'sent' | 'sent_closed';

/** No text that is sent to us may have a NUL character in it, whatever it is. */
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
 * A list of texts as those known today: a generated client that takes the list for all that can ever come dies on the
 * first new one (decision 0035).
 */
function openValues({ enum: values, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(values)) return values === undefined ? rest : { enum: values, ...rest };
  if (!values.every((value) => typeof value === 'string')) return { enum: values, ...rest };
  return { type: 'string', 'x-extensible-enum': values, ...rest };
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

/**
 * `anyOf: [X, null]` as one schema of two types, its outer description before its inner one. A list of values stays
 * apart from null: generators make a type of the list.
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
