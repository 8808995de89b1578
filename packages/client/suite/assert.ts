/** Fails unless both are equal: primitives by `Object.is`, arrays and plain objects by their contents. */
export function equal(actual: unknown, expected: unknown, what = 'the value'): void {
  if (isEqual(actual, expected)) return;
  throw new Error(`${what} is ${show(actual)}, not ${show(expected)}`);
}

/** Fails unless the object has these fields; it may have others. */
export function has(actual: unknown, expected: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(expected)) {
    equal((Object(actual) as Record<string, unknown>)[name], value, `${show(actual)}: ${name}`);
  }
}

/** Fails unless the value is truthy. */
export function ok(value: unknown, what: string): void {
  if (!value) throw new Error(what);
}

/** Fails unless the text matches the pattern or contains the given text. */
export function matches(actual: unknown, pattern: RegExp | string): void {
  const found = typeof pattern === 'string' ? String(actual).includes(pattern) : pattern.test(String(actual));
  ok(found, `${show(actual)} does not match ${pattern}`);
}

/** Fails unless the number is between two bounds, inclusive. */
export function between(actual: number, low: number, high: number): void {
  ok(actual >= low && actual <= high, `${actual} is not between ${low} and ${high}`);
}

/** Fails unless the value is an instance of exactly this class. */
export function isA(value: unknown, Class: abstract new (...args: never) => unknown): void {
  ok(value instanceof Class, `${show(value)} is not a ${Class.name}`);
  equal(Object(value).constructor, Class, 'its class');
}

/** Returns the reason that a promise rejects with; fails if it does not. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`expected a rejection, but got ${show(value)}`);
}

/** Returns the error that a function throws; fails if it does not. */
export function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('expected it to throw');
}

function isEqual(actual: unknown, expected: unknown): boolean {
  if (Object.is(actual, expected)) return true;
  if (!isCompound(actual) || !isCompound(expected)) return false;
  const names = Object.keys(actual);
  return (
    Array.isArray(actual) === Array.isArray(expected) &&
    names.length === Object.keys(expected).length &&
    names.every((name) => name in expected && isEqual(actual[name], expected[name]))
  );
}

function isCompound(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  // Instances of other classes equal only themselves.
  return Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
}

function show(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}
