import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type FieldProblems, invalidFields } from './errors.ts';
import { makeOmitNulls } from './nulls.ts';
import { asProblem, type Problem, problem } from './problem.ts';

/**
 * A rule for one field that a schema cannot express. It runs only when the field is present and has the right
 * shape, and returns a problem, or a bare sentence, when the value is invalid.
 */
export type Rules<T> = {
  readonly [Field in keyof T]?: Rule<NonNullable<T[Field]>, T> | NestedRules<NonNullable<T[Field]>>;
};

type Rule<Value, Whole> = (value: Value, whole: Partial<Whole>) => Problem | string | undefined;

/** Rules for the fields of a nested object: they run when the whole of that object has the right shape. */
type NestedRules<Value> = Value extends readonly unknown[]
  ? never
  : Value extends object
    ? Rules<Value>
    : never;

type SchemaError = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: unknown;
  readonly message: string;
};

/** Adds the problems of a value to `fields`, under its path. Returns whether it is valid. */
type ValueCheck = (value: unknown, path: string, fields: FieldProblems) => boolean;

/**
 * Makes a validator that reports every invalid field at once. The schema checks the shape, the rules check the
 * meaning. Null in an optional field equals an absent field.
 *
 * @param schema nested objects are validated field by field as well
 * @throws AppError `invalid_fields` from the returned function
 */
export function makeCheck<Schema extends TObject>(
  schema: Schema,
): (value: unknown, rules?: Rules<Static<Schema>>) => Static<Schema> {
  const collectRight = makeCollector(schema);
  const omitNulls = makeOmitNulls(schema);
  return (value, rules = {}) => {
    const fields: FieldProblems = {};
    const read = omitNulls(value);
    const right = collectRight(read, '', fields);
    applyRules(rules, Object.fromEntries(right), '', fields);
    if (Object.keys(fields).length > 0) throw invalidFields(fields);
    return read as Static<Schema>;
  };
}

function applyRules(
  rules: object,
  whole: Record<string, unknown>,
  path: string,
  fields: FieldProblems,
): void {
  for (const [field, rule] of Object.entries(rules)) {
    const value = Object.hasOwn(whole, field) ? whole[field] : undefined;
    if (value === undefined || value === null) continue;
    if (typeof rule === 'object') {
      applyRules(rule, value as Record<string, unknown>, join(path, field), fields);
      continue;
    }
    const wrong: Problem | string | undefined = rule(value, whole);
    if (wrong !== undefined) add(fields, join(path, field), asProblem(wrong));
  }
}

/**
 * Makes the function that validates an object field by field and returns the valid fields. Each field has its own
 * validator, because the library lists only the first eight errors of an object: a field missing from that list
 * would count as valid.
 */
function makeCollector(
  schema: TObject,
): (value: unknown, path: string, fields: FieldProblems) => Map<string, unknown> {
  const required = new Set<string>(schema.required);
  const checks = new Map(
    Object.entries(schema.properties).map(([name, property]) => [name, makeValueCheck(property)]),
  );
  const isClosed = 'additionalProperties' in schema && schema.additionalProperties === false;
  return (value, path, fields) => {
    const right = new Map<string, unknown>();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      add(fields, path, problem('not_an_object', 'must be a JSON object'));
      return right;
    }
    const given = new Map<string, unknown>(Object.entries(value));
    for (const [name, isRight] of checks) {
      const item = given.get(name);
      if (item !== undefined) {
        if (isRight(item, join(path, name), fields)) right.set(name, item);
      } else if (required.has(name)) add(fields, join(path, name), is_required);
    }
    if (!isClosed) return right;
    for (const name of given.keys()) {
      // A field may be called "". An empty path would mean the whole body.
      if (!checks.has(name)) add(fields, join(path, name) || '""', is_unknown);
    }
    return right;
  };
}

function makeValueCheck(schema: TSchema): ValueCheck {
  if (Type.IsObject(schema)) {
    const collectRight = makeCollector(schema);
    return (value, path, fields) => {
      const size = Object.keys(fields).length;
      collectRight(value, path, fields);
      return Object.keys(fields).length === size;
    };
  }
  const validator = Compile(schema);
  return (value, path, fields) => {
    if (!validator.Check(value)) {
      const size = Object.keys(fields).length;
      for (const error of validator.Errors(value) as SchemaError[]) addSchemaError(fields, path, error);
      // Some of the library's errors are left out. If all of them were, the invalid value must still be reported.
      if (Object.keys(fields).length === size) add(fields, path, is_not_allowed);
      return false;
    }
    const wrong = typeof value === 'string' ? textProblem(value) : undefined;
    if (wrong !== undefined) add(fields, path, wrong);
    return wrong === undefined;
  };
}

/**
 * Checks a text for storage: PostgreSQL cannot hold NUL, and a lone surrogate would be stored as a different
 * character.
 *
 * @returns the problem, undefined when it can be stored unchanged
 */
export function textProblem(text: string): Problem | undefined {
  if (text.includes('\u0000')) return problem('unreadable_text', 'must not contain a NUL character');
  return text.isWellFormed() ? undefined : problem('unreadable_text', 'must be valid Unicode text');
}

function addSchemaError(fields: FieldProblems, base: string, error: SchemaError): void {
  const path = `${base}${error.instancePath.replaceAll('/', '.')}`;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      for (const name of params.requiredProperties as string[]) add(fields, join(path, name), is_required);
      return;
    case 'additionalProperties':
      for (const name of params.additionalProperties as string[]) {
        add(fields, join(path, name), is_unknown);
      }
      return;
    // The problems of the alternatives are more specific.
    case 'boolean':
    case 'const':
    case 'anyOf':
      return;
    case 'type':
      // It does not help a caller who sent something else to learn that null is valid as well.
      if (params.type !== 'null') add(fields, path, schemaProblem(error, params));
      return;
    default:
      add(fields, path, schemaProblem(error, params));
  }
}

const is_required = problem('required', 'is required');
const is_unknown = problem('unknown_field', 'is not a known field');
const is_not_allowed = problem('not_allowed', 'is not an allowed value');

function schemaProblem({ keyword, message }: SchemaError, params: Record<string, unknown>): Problem {
  const limit = Number(params.limit);
  switch (keyword) {
    case 'enum': {
      const choices = (params.allowedValues as unknown[]).join(', ');
      return problem('one_of', `must be one of: ${choices}`, { choices });
    }
    case 'maxLength':
      return problem('too_long', `must be at most ${limit} characters`, { max: limit });
    case 'minLength':
      return problem('empty', 'must not be empty');
    case 'minimum':
      return problem('too_small', `must be at least ${limit}`, { min: limit });
    case 'maximum':
      return problem('too_large', `must be at most ${limit}`, { max: limit });
    case 'type': {
      const type = String(params.type);
      return problem('wrong_type', `must be ${article(type)}`, { type });
    }
    case 'minItems':
      return problem('too_few_items', message, { min: limit });
    case 'maxItems':
      return problem('too_many_items', message, { max: limit });
    case 'uniqueItems':
      return problem('repeated_items', message);
    case 'pattern':
      return problem('wrong_form', message);
    default:
      return asProblem(message);
  }
}

function article(type: string): string {
  const noun = type === 'object' ? 'JSON object' : type;
  return /^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function add(fields: FieldProblems, field: string, added: Problem): void {
  const name = field === '' ? 'body' : field;
  const problems = Object.hasOwn(fields, name) ? (fields[name] ?? []) : [];
  if (!problems.some(({ sentence }) => sentence === added.sentence)) problems.push(added);
  // A field may be called "__proto__": assignment would then change the object's prototype.
  Object.defineProperty(fields, name, {
    value: problems,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
