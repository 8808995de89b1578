import { refuses_null } from '@guichet/kernel/nulls';
import { expect, test } from 'vitest';
import { describeDashboard } from '../dashboard/openapi.ts';
import { describeApi } from './describe.ts';
import type { Document, JsonSchema } from './document.ts';

const documents: readonly [name: string, document: Document][] = [
  ['API', await describeApi()],
  ['dashboard', describeDashboard()],
];

/** Maps each optional field of all request bodies, by operation and path, to whether null may be sent. */
function optionalFields(document: Document): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const walk = (place: string, given: JsonSchema): void => {
    const name = given.$ref?.split('/').at(-1);
    const schema = name === undefined ? given : (document.components.schemas[name] ?? {});
    if (schema.items) walk(`${place}[]`, schema.items);
    for (const [field, inner] of Object.entries(schema.properties ?? {})) {
      const path = `${place}.${field}`;
      walk(path, inner);
      if (!schema.required?.includes(field)) found.set(path, takesNull(inner));
    }
  };
  for (const item of Object.values(document.paths)) {
    for (const { operationId, requestBody } of Object.values(item)) {
      const schema = requestBody?.content['application/json']?.schema;
      if (schema) walk(operationId, schema);
    }
  }
  return found;
}

function takesNull(schema: JsonSchema): boolean {
  const { type, anyOf = [] } = schema;
  if (Object.keys(refuses_null).some((name) => name in schema)) return true;
  return [type].flat().includes('null') || anyOf.some(takesNull);
}

test.each(documents)('every optional field of a request may be null: %s', (_, document) => {
  const fields = optionalFields(document);
  expect(fields.size).toBeGreaterThan(10);
  expect([...fields].filter(([, takes_null]) => !takes_null)).toEqual([]);
});

test('optional fields of responses are never null', async () => {
  const { components } = await describeApi();
  expect(JSON.stringify(components.schemas.CustomerAction)).not.toContain('"string","null"');
});
