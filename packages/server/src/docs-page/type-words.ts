import type { Document, JsonSchema } from '../openapi/document.ts';

/** The type of a value in words: `string or null`, `list of Customer`. */
export interface TypeWords {
  readonly type: string;
  /** The objects of the reference that the value can be; `type` contains their names. */
  readonly objects: readonly string[];
  /** The values that it can have. */
  readonly values: readonly string[];
  /** `1 to 100`, `at most 255 characters`, `default 25`. */
  readonly limits: readonly string[];
  /** Nested schemas that are not objects of the reference. */
  readonly inside: readonly JsonSchema[];
}

const schema_prefix = '#/components/schemas/';

/** @param objects names of the schemas that have their own section in the reference */
export function typeWords(document: Document, schema: JsonSchema, objects: ReadonlySet<string>): TypeWords {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice(schema_prefix.length);
    if (objects.has(name)) return { type: name, objects: [name], values: [], limits: [], inside: [] };
    const found = document.components.schemas[name];
    if (!found) throw new Error(`${$ref} is not in the document`);
    return typeWords(document, found, objects);
  }
  if (schema.anyOf) return choiceWords(document, schema.anyOf, objects);
  if (schema.items) {
    const item = typeWords(document, schema.items, objects);
    return {
      ...item,
      type: item.objects.length > 0 ? `list of ${item.type}` : `list of ${item.type}s`,
      limits: [],
    };
  }
  const values =
    schema.enum ?? schema['x-extensible-enum'] ?? (schema.const === undefined ? [] : [schema.const]);
  return {
    type: [schema.type ?? 'any value'].flat().join(' or '),
    objects: [],
    values: values.filter((value) => value !== null).map(String),
    limits: limitsOf(schema),
    inside: schema.properties ? [schema] : [],
  };
}

function choiceWords(
  document: Document,
  choices: readonly JsonSchema[],
  objects: ReadonlySet<string>,
): TypeWords {
  const words = choices.map((choice) => typeWords(document, choice, objects));
  return {
    type: [...new Set(words.map(({ type }) => type))].join(' or '),
    objects: words.flatMap((word) => word.objects),
    values: words.flatMap(({ values }) => values),
    limits: words.flatMap(({ limits }) => limits),
    inside: words.flatMap(({ inside }) => inside),
  };
}

function limitsOf(schema: JsonSchema): readonly string[] {
  const { minimum, maximum, minLength = 0, maxLength } = schema;
  const limits: string[] = [];
  if (minimum !== undefined && maximum !== undefined) limits.push(`${count(minimum)} to ${count(maximum)}`);
  else if (minimum !== undefined) limits.push(`at least ${count(minimum)}`);
  else if (maximum !== undefined) limits.push(`at most ${count(maximum)}`);
  if (maxLength !== undefined && minLength > 0) limits.push(`${minLength} to ${maxLength} characters`);
  else if (maxLength !== undefined) limits.push(`at most ${maxLength} characters`);
  else if (minLength > 0) limits.push('not empty');
  if (schema.default !== undefined) limits.push(`default ${String(schema.default)}`);
  return limits;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
