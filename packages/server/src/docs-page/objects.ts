import type { Tag } from '../api-v1/operation.ts';
import { follow } from '../openapi/breaks/read-schema.ts';
import type { Document, JsonSchema, Response } from '../openapi/document.ts';

/** The schemas with their own section in the reference, by the tag under which they appear. */
export const objects_by_tag: Readonly<Record<Tag, readonly string[]>> = {
  Checkout: ['CheckoutSession', 'CheckoutStatus'],
  Payments: ['Payment'],
  'Payment links': ['PaymentLink'],
  Receipts: ['ReceiptCollection'],
  Payouts: ['Payout'],
  Customers: ['Customer'],
  Operators: ['Operator'],
  Balances: ['Balance'],
  Events: ['Event'],
};

/** The names of the schemas in `objects_by_tag` that the document contains. */
export function objectsOf({ components }: Document): ReadonlySet<string> {
  const names = Object.values(objects_by_tag).flat();
  return new Set(names.filter((name) => Object.hasOwn(components.schemas, name)));
}

/** Returns an object as one schema; for a choice, with the fields of all its variants. */
export function readObject(document: Document, name: string): JsonSchema {
  const schema = document.components.schemas[name] ?? {};
  if (!schema.anyOf) return schema;
  const choices = schema.anyOf.map(({ $ref = '', ...rest }) =>
    $ref === '' ? rest : readObject(document, $ref.replace('#/components/schemas/', '')),
  );
  const names = new Set(choices.flatMap(({ properties = {} }) => Object.keys(properties)));
  const properties = Object.fromEntries(
    [...names].map((field) => [
      field,
      joinChoices(choices.flatMap(({ properties = {} }) => properties[field] ?? [])),
    ]),
  );
  const required = choices
    .map((choice) => choice.required ?? [])
    .reduce((left, right) => left.filter((field) => right.includes(field)));
  return { ...schema, properties, required };
}

function joinChoices(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = schemas;
  const text = JSON.stringify(first);
  if (others.every((other) => JSON.stringify(other) === text)) return first;
  return { ...(first.description !== undefined && { description: first.description }), anyOf: schemas };
}

/** An example of an object, taken from the example of a response that contains it; undefined if none does. */
export function exampleOf(document: Document, name: string): unknown {
  const reference = `#/components/schemas/${name}`;
  for (const { schema, example } of answersOf(document)) {
    const { data } = example as { readonly data: unknown };
    const inside = schema.properties?.data;
    if (inside?.$ref === reference) return data;
    const page =
      inside?.$ref === undefined
        ? inside
        : document.components.schemas[inside.$ref.replace('#/components/schemas/', '')];
    if (page?.properties?.items?.items?.$ref === reference) {
      return (data as { readonly items: readonly unknown[] }).items[0];
    }
  }
  return undefined;
}

/** The successful responses of every operation. */
function answersOf(document: Document) {
  return Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.values(follow<Response>(document, response).content ?? {}));
}
