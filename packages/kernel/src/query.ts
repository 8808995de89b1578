import Type, { type Static, type TObject } from 'typebox';
import { invalidFields } from './errors.ts';
import { problem } from './problem.ts';
import { makeCheck, type Rules } from './validation.ts';

/**
 * Makes a reader of query parameters, which arrive as text, or as a list of texts where one is repeated. Whole numbers
 * are read where the schema has an integer; then it is a check as of any other input.
 *
 * @param schema closed (`additionalProperties: false`), so that a parameter that nobody knows is refused
 * @throws AppError `invalid_fields` from the returned function, naming every wrong parameter
 */
export function makeReadQuery<Schema extends TObject>(
  schema: Schema,
): (query: Readonly<Record<string, unknown>>, rules?: Rules<Static<Schema>>) => Static<Schema> {
  const check = makeCheck(schema);
  const integers = new Set(
    Object.entries(schema.properties).flatMap(([name, property]) => (Type.IsInteger(property) ? [name] : [])),
  );
  return (query, rules) => {
    const given = Object.entries(query);
    // Which of them was meant cannot be known.
    const repeated = given.filter(([, value]) => Array.isArray(value));
    if (repeated.length > 0) {
      throw invalidFields(
        Object.fromEntries(repeated.map(([name]) => [name, [problem('given_twice', 'must be given once')]])),
      );
    }
    const read = given.map(([name, value]) => [name, integers.has(name) ? readInteger(value) : value]);
    return check(Object.fromEntries(read), rules);
  };
}

/** A text that is no whole number stays as it is, for the check to refuse. */
function readInteger(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
