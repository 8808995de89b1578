import type { JsonSchema } from '@guichet/server/openapi/document';

export type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * Closes schemas: fields and values that they do not list are refused. The document allows both, because a
 * newer version may send more; this version must not.
 */
export function closeSchemas(schemas: Schemas): Schemas {
  return closeEach(schemas, schemas);
}

/** Closes one schema. @param schemas the schemas that references point to, closed or not */
export function closeSchema(schemas: Schemas, schema: JsonSchema): JsonSchema {
  const inside = closeParts(schemas, schema);
  if (schema.allOf) {
    // Each closed part would reject the fields of the others, so only the whole is closed.
    return {
      ...inside,
      allOf: schema.allOf.map((part) => openSchema(schemas, part)),
      unevaluatedProperties: false,
    };
  }
  if (!schema.properties || schema.additionalProperties !== undefined) return inside;
  return { ...inside, additionalProperties: false };
}

/** Opens a part of an `allOf`: only the schemas of its fields are closed. */
function openSchema(schemas: Schemas, part: JsonSchema): JsonSchema {
  const name = part.$ref?.replace('#/components/schemas/', '');
  const found = name === undefined ? part : schemas[name];
  if (!found) throw new Error(`${part.$ref} is not a schema of the document`);
  const { additionalProperties, ...open } = closeParts(schemas, found);
  return additionalProperties === false || additionalProperties === undefined
    ? open
    : { ...open, additionalProperties };
}

function closeParts(schemas: Schemas, schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, additionalProperties, type, 'x-extensible-enum': known } = schema;
  return {
    ...schema,
    ...(known && { enum: type?.includes('null') ? [...known, null] : known }),
    ...(properties && { properties: closeEach(schemas, properties) }),
    ...(items && { items: closeSchema(schemas, items) }),
    ...(anyOf && { anyOf: anyOf.map((one) => closeSchema(schemas, one)) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: closeSchema(schemas, additionalProperties),
    }),
  };
}

function closeEach(schemas: Schemas, parts: Schemas): Schemas {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, closeSchema(schemas, part)]));
}
