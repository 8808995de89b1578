import Type, { type Static, type TObject } from 'typebox';
import { invalidFields } from './errors.ts';
import { problem } from './problem.ts';
import { makeCheck, type Rules } from './validation.ts';

/**
 * Makes a parser of query parameters, which arrive as strings, or as lists of strings if repeated. Where the
 * schema has an integer, the text is parsed; the number is then validated like any other input.
 *
 * @param schema closed (`additionalProperties: false`), so that unknown parameters are rejected
 * @throws AppError `invalid_fields` from the returned function, naming every invalid parameter
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
    // It is unknown which value was meant.
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

/** Parses an integer; any other text is left for the validation to reject. */
function readInteger(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
